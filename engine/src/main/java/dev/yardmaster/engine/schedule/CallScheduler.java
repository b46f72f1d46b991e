package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.transaction.RecordLogic;

/**
 * Assigns transactions to workers. Each worker calls the methods with its own number.
 *
 * @param <T> the type of a transaction
 */
public interface CallScheduler<T extends RecordLogic> {

  /** Returns a worker's next transaction; null if there is none for this worker now. */
  T next(int worker);

  /**
   * Reports that the worker has finished the transaction that {@link #next} returned last. The
   * method is called after a commit and after an abort.
   */
  void ended(int worker);
}
