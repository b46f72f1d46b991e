package dev.yardmaster.proof.simulator;

/** A life of the service has come to an end before its clients had all that they wanted. */
final class IncarnationEnded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IncarnationEnded(String message) {
    super(message);
  }
}
