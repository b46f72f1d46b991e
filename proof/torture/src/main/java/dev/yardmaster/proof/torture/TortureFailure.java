package dev.yardmaster.proof.torture;

/** Something is wrong that should never be. */
public final class TortureFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TortureFailure(String message) {
    super(message);
  }
}
