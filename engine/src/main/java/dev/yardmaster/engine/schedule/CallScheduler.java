package dev.yardmaster.engine.schedule;

import dev.yardmaster.engine.transaction.RecordLogic;

/**
 * Decides which worker runs which transaction. Each worker calls the methods with its own number.
 *
 * @param <T> the type of a transaction
 */
public interface CallScheduler<T extends RecordLogic> {

  /**
   * Returns a worker's next transaction, or null if the scheduler has no transaction for the worker
   * at present.
   */
  T next(int worker);

  /**
   * Reports that the worker has finished the transaction that {@link #next} returned last. The
   * outcome of the transaction makes no difference.
   */
  void ended(int worker);
}
