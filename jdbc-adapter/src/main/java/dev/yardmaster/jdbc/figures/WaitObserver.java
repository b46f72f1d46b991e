package dev.yardmaster.jdbc.figures;

/**
 * Observes the waits of transactions for their turns or for leases of hot rows. An exception of the
 * observer affects no transaction; after an exception, the observer is no longer called.
 */
public interface WaitObserver {

  /**
   * The thread that is about to wait, or that submits a transaction to a scheduler, calls this
   * method.
   *
   * @return a task, which is run when the wait has ended: on the same thread, or on the scheduler's
   *     thread that starts the transaction
   */
  Runnable begin();
}
