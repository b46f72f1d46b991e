package dev.yardmaster.proof.simulator.disk;

/** The end of the machine or the process; code that catches it cannot go on. */
public final class SimulatedCrash extends Error {

  private static final long serialVersionUID = 1L;

  SimulatedCrash(String message) {
    super(message, null, false, false);
  }
}
