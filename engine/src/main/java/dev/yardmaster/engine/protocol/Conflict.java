package dev.yardmaster.engine.protocol;

/**
 * Ends a transaction that cannot go on beside another. Without a stack trace, and thrown again and
 * again by one worker.
 */
public final class Conflict extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A worker's own conflict. */
  Conflict() {
    super("the transaction conflicts with another", null, false, false);
  }
}
