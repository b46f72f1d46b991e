package dev.yardmaster.proof.simulator;

/**
 * Thrown when a life of the service has ended before the clients have submitted all their
 * operations.
 */
final class IncarnationEnded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IncarnationEnded(String message) {
    super(message);
  }
}
