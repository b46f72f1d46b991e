package dev.yardmaster.engine.schedule;

/**
 * Decides which worker runs which transaction. Each worker calls it with its own number.
 *
 * @param <T> a transaction
 */
public interface CallScheduler<T extends DeclaredLogic> {

  /** Returns a worker's next transaction, or null if there is none for the worker at present. */
  T next(int worker);

  /**
   * Called when the worker has finished the transaction that {@link #next} returned last, with any
   * outcome.
   */
  void ended(int worker);
}
