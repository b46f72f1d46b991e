package dev.yardmaster.jdbc.figures;

import java.util.Optional;

/**
 * A database whose transactions the drop-in driver or a DataSource schedules: its figures, its
 * switch and its advisor. All connections with the same URL and the same settings share one object.
 * Each wrapped DataSource has its own object. Implementations are thread-safe.
 */
public interface ScheduledDatabase extends WaitSource {

  /** Returns the name: the setting {@code yardmaster.name}, or the URL without its parameters. */
  String name();

  /** Returns the figures. */
  DatabaseFigures figures();

  /** Returns whether scheduling is switched on. */
  boolean isOn();

  /**
   * Switches scheduling on or off, even while transactions run. When scheduling is switched off,
   * all waiting transactions start. While scheduling is off, no transaction waits, is recorded, or
   * asks the coordinator for a lease. This call also ends a running comparison of the advisor.
   * After the call, the advisor never changes the setting permanently.
   */
  void switchTo(boolean on);

  /**
   * Asks the advisor whether scheduling helps. After 10 s, the answer is in {@link #advice} and in
   * the log. If the advisor must switch scheduling off and on for the answer, the answer takes
   * about a minute. Has no effect while the advisor already observes or compares.
   */
  void advise();

  /** Returns the last advice; empty if there is none yet. */
  Optional<Advice> advice();
}
