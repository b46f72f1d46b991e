package dev.yardmaster.engine.protocol.locking;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The state of each worker's current transaction. The state of a running transaction is its age,
 * which is 0 or more and lower for older transactions. The state of an ended transaction is one of
 * two final states. The state of each worker has a cache line of its own.
 */
final class TransactionStates {

  /** The state of a transaction that another transaction has aborted. */
  static final long WOUNDED = -1;

  /** The state of a transaction that will commit and cannot be wounded any more. */
  static final long COMMITTING = -2;

  private static final int STRIDE = 16;

  @Shared(
      writers =
          "the worker to which the entry belongs; under wound-wait also an older transaction's"
              + " worker, which "
              + "changes a running state to wounded",
      readers = "all workers",
      access =
          "volatile, compare-and-set; each worker has a cache line of its own. A "
              + "transaction whose state is committing cannot be wounded")
  private final AtomicLongArray states;

  TransactionStates(int workers) {
    states = new AtomicLongArray((workers + 1) * STRIDE);
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  void begin(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    states.set(at(worker), age);
  }

  long get(SharedWords words, int worker) {
    words.reading(this, at(worker));
    return states.get(at(worker));
  }

  /** Wounds a worker's transaction if the transaction is still running and has this age. */
  void wound(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    var unused = states.compareAndSet(at(worker), age, WOUNDED);
  }

  /**
   * Sets the state of the worker's transaction with this age to {@link #COMMITTING}. Returns false
   * if the transaction was wounded.
   */
  boolean commit(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    return states.compareAndSet(at(worker), age, COMMITTING);
  }
}
