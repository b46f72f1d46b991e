package dev.yardmaster.proof.simulator.schedule;

/** The exception that is thrown when a run cannot continue. */
public final class SimulationFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public SimulationFailure(String message) {
    super(message);
  }

  public SimulationFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
