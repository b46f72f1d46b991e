package dev.yardmaster.engine.protocol;

/**
 * Aborts a transaction because it conflicts with another transaction. The exception has no stack
 * trace, and each worker always throws the same instance.
 */
public final class Conflict extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the conflict of one worker. */
  Conflict() {
    super("the transaction conflicts with another", null, false, false);
  }
}
