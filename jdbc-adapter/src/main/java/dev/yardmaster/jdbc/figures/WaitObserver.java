package dev.yardmaster.jdbc.figures;

/**
 * Is called for each wait of a transaction for its turn or for a lease of hot rows. An exception of
 * the observer affects no transaction; after an exception, the observer is no longer called.
 */
public interface WaitObserver {

  /**
   * Is called on the thread that is about to wait, or that submits a transaction to a scheduler.
   *
   * @return a task, which is run when the wait has ended: on the same thread, or on the scheduler's
   *     thread that starts the transaction
   */
  Runnable begin();
}
