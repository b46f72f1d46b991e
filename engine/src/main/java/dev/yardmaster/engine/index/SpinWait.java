package dev.yardmaster.engine.index;

/** Waits for a node's lock, which is held for some tens of instructions and by no transaction. */
final class SpinWait {

  /** As many rounds as a holder that runs can need; one that does not is given the processor. */
  private static final int SPINS = 100;

  private SpinWait() {}

  /**
   * Waits a little.
   *
   * @param round how often it has waited before
   */
  @SuppressWarnings(
      "ThreadPriorityCheck") // on a crowded machine the holder may wait for this thread
  static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
