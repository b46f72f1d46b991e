package dev.yardmaster.engine.protocol.state;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The state of each worker's current transaction. The state of a running transaction is its age: 0
 * or more, and lower for older transactions. The state of an ended transaction has no meaning.
 * Other workers use the state of a worker only while the lock words of a record contain the worker
 * as a reader or a writer. The states of two workers are never on the same cache line.
 */
public final class TransactionStates {

  /** The state of a transaction that another transaction has wounded. It must abort. */
  public static final long WOUNDED = -1;

  /** The state of a transaction that will commit and cannot be wounded any more. */
  public static final long COMMITTING = -2;

  private static final int STRIDE = 16;

  @Shared(
      writers =
          "the worker to which the entry belongs; under wound-wait and Plor also an older"
              + " transaction's worker, which changes a running state to wounded",
      readers = "all workers",
      access =
          "volatile, compare-and-set; each worker has a cache line of its own. A transaction"
              + " whose state is committing cannot be wounded")
  private final AtomicLongArray states;

  /** Creates the states of an engine's workers. */
  public TransactionStates(int workers) {
    states = new AtomicLongArray((workers + 1) * STRIDE);
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /** Begins a transaction of a worker. */
  public void begin(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    begin(worker, age);
  }

  /**
   * As {@link #begin(SharedWords, int, long)}, but a simulated worker is not charged for the
   * access.
   */
  public void begin(int worker, long age) {
    states.set(at(worker), age);
  }

  /** Returns the state of a worker's transaction. */
  public long get(SharedWords words, int worker) {
    words.reading(this, at(worker));
    return states.get(at(worker));
  }

  /**
   * Wounds a worker's transaction if it is still running and has the given age. Returns whether
   * this call wounded the transaction.
   */
  public boolean wound(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    return states.compareAndSet(at(worker), age, WOUNDED);
  }

  /**
   * Changes the state of a worker's transaction from its age to {@link #COMMITTING}. Returns false
   * if the transaction was wounded before.
   */
  public boolean commit(SharedWords words, int worker, long age) {
    words.changing(this, at(worker));
    return states.compareAndSet(at(worker), age, COMMITTING);
  }
}
