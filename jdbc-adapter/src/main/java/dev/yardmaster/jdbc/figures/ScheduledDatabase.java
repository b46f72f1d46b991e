package dev.yardmaster.jdbc.figures;

import java.util.Optional;

/**
 * A database whose transactions the drop-in driver or a DataSource schedules: its figures, its
 * switch and its advisor. All connections with one URL and the same settings have one object, and
 * each wrapped DataSource has its own. Implementations are thread-safe.
 */
public interface ScheduledDatabase extends WaitSource {

  /** Returns the name: the setting {@code yardmaster.name}, or the URL without its parameters. */
  String name();

  /** Returns the figures. */
  DatabaseFigures figures();

  /** Returns whether scheduling is switched on. */
  boolean isOn();

  /**
   * Switches the scheduling on or off, while transactions run. Off, all waiting transactions start,
   * and no transaction waits, is recorded, or asks the coordinator for a lease. The switch ends a
   * comparison of the advisor, which then leaves the switch alone until the process ends.
   */
  void switchTo(boolean on);

  /**
   * Asks whether scheduling helps. The answer is in {@link #advice} and in the log, after 10 s, or
   * after about a minute if scheduling has to be switched off and on to find out. Has no effect
   * while the advisor is at work.
   */
  void advise();

  /** Returns the last advice; empty if there is none yet. */
  Optional<Advice> advice();
}
