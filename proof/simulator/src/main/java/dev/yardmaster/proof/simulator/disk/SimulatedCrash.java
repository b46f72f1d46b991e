package dev.yardmaster.proof.simulator.disk;

/**
 * The exception that is thrown when the machine or the process crashes. Code that catches the
 * exception cannot continue, because every further operation throws it again.
 */
public final class SimulatedCrash extends Error {

  private static final long serialVersionUID = 1L;

  SimulatedCrash(String message) {
    super(message, null, false, false);
  }
}
