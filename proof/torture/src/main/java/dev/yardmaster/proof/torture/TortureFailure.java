package dev.yardmaster.proof.torture;

/** The exception that is thrown when a torture or soak run has found a violation. */
public final class TortureFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates a failure; the message names the violation. */
  public TortureFailure(String message) {
    super(message);
  }

  /** Creates a failure with the exception that describes the violation. */
  public TortureFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
