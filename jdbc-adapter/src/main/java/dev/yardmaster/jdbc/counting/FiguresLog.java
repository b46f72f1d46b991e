package dev.yardmaster.jdbc.counting;

import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.PassReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the figures of each interval to the log as one line, if transactions have ended in the
 * interval. One thread at a time uses the object.
 */
public final class FiguresLog {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseFigures.class);
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;

  private final long intervalNs;
  private long beganNs;
  private DatabaseFigures before;

  /**
   * Creates a log.
   *
   * @param intervalNs the shortest time between two lines; 0 for no lines
   */
  public FiguresLog(long intervalNs, DatabaseFigures now, long nowNs) {
    this.intervalNs = intervalNs;
    before = now;
    beganNs = nowNs;
  }

  /** Returns whether the next line is due. */
  public boolean isDue(long nowNs) {
    return intervalNs > 0 && nowNs - beganNs >= intervalNs;
  }

  /** Writes a line if transactions have ended since the last line, and begins the next interval. */
  public void write(String name, DatabaseFigures now, long nowNs) {
    if (intervalNs > 0 && now.transactions() > before.transactions() && LOG.isInfoEnabled()) {
      LOG.info("{}: {}", name, line(before, now, nowNs - beganNs));
    }
    before = now;
    beganNs = nowNs;
  }

  /** Returns the line for the time between two states of the figures. */
  static String line(DatabaseFigures before, DatabaseFigures now, long ns) {
    long committed = now.committed() - before.committed();
    long waits = now.waits() - before.waits();
    List<String> parts = new ArrayList<>();
    parts.add(
        format(
            "%,d committed in %.0f s (%,.0f/s)",
            committed, ns / NS_PER_S, committed * NS_PER_S / Math.max(1, ns)));
    parts.add(format("%,d rolled back", now.rolledBack() - before.rolledBack()));
    parts.add(
        format("%,d aborted", now.aborted() - before.aborted())
            + grown(before.abortsBySqlState(), now.abortsBySqlState()));
    parts.add(
        format("%,d waits", waits)
            + (waits == 0
                ? ""
                : format(
                    " of %.1f ms on average",
                    (now.waitedNs() - before.waitedNs()) / NS_PER_MS / waits)));
    parts.add(
        format("%,d passed", now.allPassed() - before.allPassed())
            + grown(byLabel(before.passed()), byLabel(now.passed())));
    return String.join(", ", parts) + (now.isOn() ? "" : "; scheduling is off");
  }

  private static Map<String, Long> byLabel(Map<PassReason, Long> counts) {
    Map<String, Long> byLabel = new HashMap<>();
    counts.forEach((reason, count) -> byLabel.put(reason.label(), count));
    return byLabel;
  }

  /** Returns the increases of the counts that have increased, the largest increase first. */
  private static String grown(Map<String, Long> before, Map<String, Long> now) {
    List<String> grown =
        now.keySet().stream()
            .filter(key -> growth(key, before, now) > 0)
            .sorted(
                Comparator.<String>comparingLong(key -> -growth(key, before, now))
                    .thenComparing(Comparator.naturalOrder()))
            .map(key -> format("%s %,d", key, growth(key, before, now)))
            .toList();
    return grown.isEmpty() ? "" : " (" + String.join(", ", grown) + ")";
  }

  private static long growth(String key, Map<String, Long> before, Map<String, Long> now) {
    return now.getOrDefault(key, 0L) - before.getOrDefault(key, 0L);
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }
}
