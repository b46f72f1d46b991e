package dev.yardmaster.engine.protocol.locking;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What each worker's present transaction is at: its age while it runs, which is 0 or more and lower
 * the older it is; or one of two ends. A cache line each.
 */
final class TransactionStates {

  /** Another transaction has had it aborted. */
  static final long WOUNDED = -1;

  /** It will commit, and nobody can prevent it. */
  static final long COMMITTING = -2;

  private static final int STRIDE = 16;

  private final AtomicLongArray states;

  TransactionStates(int workers) {
    states = new AtomicLongArray((workers + 1) * STRIDE);
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  void begin(int worker, long age) {
    states.set(at(worker), age);
  }

  long get(int worker) {
    return states.get(at(worker));
  }

  /** Has the transaction of this age aborted, if it is the worker's and still runs. */
  void wound(int worker, long age) {
    var unused = states.compareAndSet(at(worker), age, WOUNDED);
  }

  /** Whether the worker's transaction of this age may commit: from now on nobody can wound it. */
  boolean commit(int worker, long age) {
    return states.compareAndSet(at(worker), age, COMMITTING);
  }
}
