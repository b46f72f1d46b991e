package dev.yardmaster.proof.simulator;

/** A life of the service has ended before its clients were done. */
final class IncarnationEnded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IncarnationEnded(String message) {
    super(message);
  }
}
