package dev.yardmaster.server.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Shows how far a long command is: on a terminal in one line that is rewritten in place, elsewhere
 * in a new line every ten seconds. Used by one thread at a time.
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

  /** A line that shows nothing yet. */
  public StatusLine(PrintWriter out, Console console) {
    this.out = out;
    terminal = console.terminal();
    clock = console.clock();
    beganNs = clock.nanoTime();
    shownNs = beganNs;
  }

  /** How long the command has run. */
  public long passedNs() {
    return Math.max(1, clock.nanoTime() - beganNs);
  }

  /** Shows a text if the last one is old enough. */
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

  /** Clears the line on a terminal; lines that stand elsewhere stay. */
  @Override
  public void close() {
    if (length > 0) {
      rewrite("");
      out.print('\r');
      out.flush();
    }
  }
}
