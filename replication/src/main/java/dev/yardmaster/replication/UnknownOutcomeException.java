package dev.yardmaster.replication;

/**
 * Signals that an operation may have taken effect, or may still take effect under another leader.
 */
public final class UnknownOutcomeException extends Exception {

  private static final long serialVersionUID = 1;

  /** Creates the exception. */
  public UnknownOutcomeException(String message) {
    super(message);
  }

  /** Creates the exception with the engine's error. */
  public UnknownOutcomeException(String message, Throwable cause) {
    super(message, cause);
  }
}
