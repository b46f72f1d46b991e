package dev.yardmaster.proof.simulator;

/** The exception that is thrown when a run cannot continue. */
final class SimulationFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SimulationFailure(String message) {
    super(message);
  }

  SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
