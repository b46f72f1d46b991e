package dev.yardmaster.benchmarks.cli.command;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import java.io.PrintWriter;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/**
 * Shows the progress of a comparison. On a terminal, the class rewrites one line in place. On any
 * other output, the class prints a line for each round, and during a long round further lines at
 * intervals.
 */
public final class ProgressLine implements ProgressListener, AutoCloseable {

  private static final long REWRITE_INTERVAL_NS = 100_000_000L;
  private static final long LINE_INTERVAL_NS = 30_000_000_000L;
  private static final long HOURS_LINE_INTERVAL_NS = 60_000_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private final NanoClock clock;
  private final boolean showsEachRound;
  private final long lineIntervalNs;
  private long lastShownNs;
  private int lastLength;
  private double lastRate;

  public ProgressLine(PrintWriter out, boolean terminal, NanoClock clock) {
    this(out, terminal, clock, true, LINE_INTERVAL_NS);
  }

  private ProgressLine(
      PrintWriter out,
      boolean terminal,
      NanoClock clock,
      boolean showsEachRound,
      long lineIntervalNs) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.showsEachRound = showsEachRound;
    this.lineIntervalNs = lineIntervalNs;
    this.lastShownNs = clock.nanoTime();
  }

  /**
   * Returns the progress display of a run that takes hours. If the output is not a terminal, the
   * display prints a line for the first report, and after that a line each minute.
   */
  public static ProgressLine ofHours(PrintWriter out, boolean terminal, NanoClock clock) {
    ProgressLine line = new ProgressLine(out, terminal, clock, false, HOURS_LINE_INTERVAL_NS);
    line.lastShownNs -= HOURS_LINE_INTERVAL_NS;
    return line;
  }

  @Override
  public void report(ComparisonStatus status) {
    long nowNs = clock.nanoTime();
    if (terminal) {
      if (nowNs - lastShownNs >= REWRITE_INTERVAL_NS) {
        lastShownNs = nowNs;
        rewrite(text(status, status.stage().words(), status.committedPerSecond()));
      }
      return;
    }
    boolean roundEnds = status.stage() == ComparisonStatus.Stage.CHECKING;
    if ((roundEnds && showsEachRound) || nowNs - lastShownNs >= lineIntervalNs) {
      lastShownNs = nowNs;
      out.println(
          roundEnds
              ? text(status, "recorded", lastRate)
              : text(status, status.stage().words(), status.committedPerSecond()));
      out.flush();
    }
    lastRate = status.committedPerSecond();
  }

  private void rewrite(String text) {
    out.print('\r' + text + " ".repeat(Math.max(0, lastLength - text.length())));
    out.flush();
    lastLength = text.length();
  }

  /** Returns the text of the progress. If the first round is only a warm-up, it has no rate. */
  private static String text(ComparisonStatus status, String stage, double rate) {
    boolean isFirst = status.repeat() == 0;
    boolean onlyWarmsUp = isFirst && rate == 0 && status.stage() != ComparisonStatus.Stage.LOADING;
    return String.format(
        Locale.ROOT,
        "%s | %s | %-10s | %s%s left",
        isFirst
            ? "first round, unmeasured"
            : "repeat " + status.repeat() + " of " + status.repeats(),
        status.side(),
        onlyWarmsUp ? ComparisonStatus.Stage.WARMING_UP.words() : stage,
        onlyWarmsUp ? "" : String.format(Locale.ROOT, "%,9.0f committed/s | ", rate),
        duration(status.secondsLeft()));
  }

  private static String duration(double seconds) {
    long whole = Math.round(Math.ceil(seconds));
    return whole < 60
        ? whole + " s"
        : String.format(Locale.ROOT, "%d min %02d s", whole / 60, whole % 60);
  }

  /** Clears the progress line on the terminal. */
  @Override
  public void close() {
    if (terminal && lastLength > 0) {
      rewrite("");
      out.print('\r');
      out.flush();
    }
  }
}
