package dev.yardmaster.engine.index;

/**
 * Waits for a node's lock. A thread holds the lock of a node only for a few tens of instructions. A
 * thread never holds this lock while it waits for a transaction.
 */
final class SpinWait {

  /**
   * The number of rounds for which a waiting thread spins. A holder of the lock that is running
   * releases the lock in fewer rounds. After these rounds, the waiting thread yields its core, so
   * that the holder can run.
   */
  private static final int SPINS = 100;

  private SpinWait() {}

  /**
   * Waits for a short time: spins in the first rounds, and yields in later rounds.
   *
   * @param round the number of earlier calls in this wait
   */
  @SuppressWarnings(
      "ThreadPriorityCheck") // With more threads than cores, the holder may need this thread's
  // core.
  static void pause(int round) {
    if (round < SPINS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
