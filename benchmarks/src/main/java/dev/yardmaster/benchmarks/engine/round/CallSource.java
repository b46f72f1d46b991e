package dev.yardmaster.benchmarks.engine.round;

/**
 * Supplies one worker with transactions and accepts the transactions that have ended. Only that
 * worker's thread calls the methods.
 */
interface CallSource {

  /** Returns the next transaction to run; null if no transaction is available. */
  DispatchedCall next();

  /**
   * Changes the phase of the load. The next transactions belong to the new phase.
   *
   * @throws UnsupportedOperationException if the source has a scheduler
   */
  void enter(int phase);

  /** Waits until a transaction may make its first attempt. The wait is part of its latency. */
  default void begin(DispatchedCall call) {}

  /**
   * Waits until a transaction may be attempted again. The worker holds no locks during the wait.
   *
   * @param restarts the number of restarts of the transaction, including this restart
   */
  default void again(DispatchedCall call, int restarts) {}

  /** Takes back a transaction that has ended and will not run again. */
  void ended(DispatchedCall call, boolean committed);
}
