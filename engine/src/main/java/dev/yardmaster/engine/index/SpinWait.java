package dev.yardmaster.engine.index;

/**
 * Waits for a node's lock, which is held for some tens of instructions and never by a waiting
 * transaction.
 */
final class SpinWait {

  /**
   * More rounds than a running holder needs; after them the waiting thread yields to a holder that
   * is not running.
   */
  private static final int SPINS = 100;

  private SpinWait() {}

  /**
   * Waits a little.
   *
   * @param round number of earlier waits
   */
  @SuppressWarnings(
      "ThreadPriorityCheck") // With more threads than cores the holder may wait for this one.
  static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
