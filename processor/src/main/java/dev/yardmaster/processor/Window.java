package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;

/**
 * How many of the transactions that a pipeline may have in flight are let into it at once. What is
 * in flight longer than it must be goes stale; what is too little leaves the pipeline waiting for
 * its messages.
 *
 * @param kind how the width is chosen
 * @param width most at once, over all processors but at least 1 for each, where the kind is {@link
 *     Kind#FIXED}; otherwise 0
 */
public record Window(Kind kind, int width) {

  /** How a window's width is chosen. */
  public enum Kind {
    /** As wide as the concurrency level. */
    OPEN,
    /** A constant. */
    FIXED,
    /** Where most commits, between 1 and the concurrency level. */
    ADAPTIVE
  }

  /** As wide as the concurrency level. */
  public static final Window OPEN = new Window(Kind.OPEN, 0);

  /** Fitted while the pipeline runs to where most commits. */
  public static final Window ADAPTIVE = new Window(Kind.ADAPTIVE, 0);

  /** As many as may be in flight. */
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
   * The window of a name as {@link #label} gives it.
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
