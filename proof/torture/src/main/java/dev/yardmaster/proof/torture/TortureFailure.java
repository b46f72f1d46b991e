package dev.yardmaster.proof.torture;

/** A violation that the torture has found. */
public final class TortureFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TortureFailure(String message) {
    super(message);
  }
}
