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

  /**
   * Returns an equal exception. If a resource's block and its close throw the same object, Java
   * throws an {@link IllegalArgumentException} instead.
   */
  public SimulatedCrash again() {
    return new SimulatedCrash(getMessage());
  }
}
