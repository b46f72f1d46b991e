package dev.yardmaster.proof.torture;

/** Is thrown when a torture run has found a violation. */
public final class TortureFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TortureFailure(String message) {
    super(message);
  }
}
