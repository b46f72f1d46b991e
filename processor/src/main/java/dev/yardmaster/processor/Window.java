package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/**
 * The admission window of a pipeline: how many of the transactions in flight run at the same time.
 * If too many transactions run, each one stays in flight longer, and its reads become stale. If too
 * few transactions run, the pipeline is idle while messages are on their way.
 *
 * @param kind determines how the width is chosen
 * @param width with {@link Kind#FIXED}, the maximum number of running transactions over all
 *     processors, at least 1 for each processor; otherwise 0
 */
public record Window(Kind kind, int width) {

  /** Determines how a window's width is chosen. */
  public enum Kind {
    /** The width is the concurrency level, so the window delays no transaction. */
    OPEN,
    /** The width is constant. */
    FIXED,
    /**
     * The width adapts between 1 and the concurrency level, towards the width with the most
     * commits.
     */
    ADAPTIVE
  }

  /** A window whose width is the concurrency level. */
  public static final Window OPEN = new Window(Kind.OPEN, 0);

  /** A window whose width adapts at run time to the width with the most commits. */
  public static final Window ADAPTIVE = new Window(Kind.ADAPTIVE, 0);

  private static final long MAX_WIDTH = PipelineNumbers.CONCURRENCY.most();

  private static final String FIXED_PREFIX = "fixed:";

  /** Checks the width. */
  public Window {
    int least = kind == Kind.FIXED ? 1 : 0;
    long most = kind == Kind.FIXED ? MAX_WIDTH : 0;
    if (width < least || width > most) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a fixed window is 1 to " + MAX_WIDTH, "width", width);
    }
  }

  /** Returns a window of constant width. */
  public static Window fixed(int width) {
    return new Window(Kind.FIXED, width);
  }

  /**
   * Returns the name for command lines and reports, for example {@code open} or {@code fixed:40}.
   */
  public String label() {
    return switch (kind) {
      case OPEN -> "open";
      case FIXED -> FIXED_PREFIX + width;
      case ADAPTIVE -> "adaptive";
    };
  }

  /**
   * Returns the window that has the given {@link #label}.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} for any other name
   */
  public static Window of(String label) {
    if (label.equals(OPEN.label())) {
      return OPEN;
    }
    if (label.equals(ADAPTIVE.label())) {
      return ADAPTIVE;
    }
    if (label.startsWith(FIXED_PREFIX) && label.matches("fixed:[0-9]{1,6}")) {
      return fixed(Integer.parseInt(label.substring(FIXED_PREFIX.length())));
    }
    throw new YardmasterException(
        ErrorCode.BAD_CONFIG, "a window is open, adaptive or fixed:N", "window", label);
  }
}
