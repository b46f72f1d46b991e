package dev.yardmaster.proof.simulator.disk;

/** The machine or the process has ended here; nothing that catches it can go on. */
public final class SimulatedCrash extends Error {

  private static final long serialVersionUID = 1L;

  SimulatedCrash(String message) {
    super(message, null, false, false);
  }
}
