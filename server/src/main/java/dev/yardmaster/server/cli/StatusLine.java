package dev.yardmaster.server.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Shows the progress of a long command: on a terminal in one line that is rewritten in place, on
 * other outputs in a new line every ten seconds. This class is not thread-safe.
 */
public final class StatusLine implements AutoCloseable {

  private static final long REWRITE_INTERVAL_NS = 200_000_000L;
  private static final long LINE_INTERVAL_NS = 10_000_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private final NanoClock clock;
  private final long beganNs;
  private long shownNs;
  private int length;

  /** Creates an empty status line. */
  public StatusLine(PrintWriter out, Console console) {
    this.out = out;
    terminal = console.terminal();
    clock = console.clock();
    beganNs = clock.nanoTime();
    shownNs = beganNs;
  }

  /** Returns the time since the command began, at least 1 ns. */
  public long passedNs() {
    return Math.max(1, clock.nanoTime() - beganNs);
  }

  /** Shows a text, unless the interval since the last text is too short. */
  public void show(Supplier<String> text) {
    long nowNs = clock.nanoTime();
    if (nowNs - shownNs < (terminal ? REWRITE_INTERVAL_NS : LINE_INTERVAL_NS)) {
      return;
    }
    shownNs = nowNs;
    if (terminal) {
      rewrite(text.get());
    } else {
      out.println(text.get());
      out.flush();
    }
  }

  private void rewrite(String text) {
    out.print('\r' + text + " ".repeat(Math.max(0, length - text.length())));
    out.flush();
    length = text.length();
  }

  /** Clears the line on a terminal. On other outputs the lines remain. */
  @Override
  public void close() {
    if (length > 0) {
      rewrite("");
      out.print('\r');
      out.flush();
    }
  }
}
