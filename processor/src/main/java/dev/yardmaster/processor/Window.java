package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/**
 * How many of the transactions that a pipeline may have in flight run in it at once. With too many,
 * transactions stay in flight longer and go stale; with too few, the pipeline idles while messages
 * are under way.
 *
 * @param kind how the width is chosen
 * @param width with {@link Kind#FIXED}, most transactions at once, over all processors and at least
 *     1 for each; otherwise 0
 */
public record Window(Kind kind, int width) {

  /** How a window's width is chosen. */
  public enum Kind {
    /** As wide as the concurrency level. */
    OPEN,
    /** A constant. */
    FIXED,
    /** Adapts between 1 and the concurrency level to where most transactions commit. */
    ADAPTIVE
  }

  /** As wide as the concurrency level. */
  public static final Window OPEN = new Window(Kind.OPEN, 0);

  /** A width that adapts at run time to where most transactions commit. */
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

  /** A window of constant width. */
  public static Window fixed(int width) {
    return new Window(Kind.FIXED, width);
  }

  /** The name used on command lines and in reports: {@code open}, {@code fixed:40}, ... */
  public String label() {
    return switch (kind) {
      case OPEN -> "open";
      case FIXED -> FIXED_PREFIX + width;
      case ADAPTIVE -> "adaptive";
    };
  }

  /**
   * Returns the window with a {@link #label}.
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
