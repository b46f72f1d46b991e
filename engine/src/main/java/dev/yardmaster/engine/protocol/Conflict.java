package dev.yardmaster.engine.protocol;

/**
 * Aborts a transaction that conflicts with another one. The exception has no stack trace, and a
 * worker throws the same instance again and again.
 */
public final class Conflict extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the conflict of one worker. */
  Conflict() {
    super("the transaction conflicts with another", null, false, false);
  }
}
