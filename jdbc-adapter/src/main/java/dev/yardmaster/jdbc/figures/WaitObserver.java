package dev.yardmaster.jdbc.figures;

/**
 * Sees each wait of a transaction for its turn or for a lease of hot rows. An observer that throws
 * an exception harms no transaction, and is no longer called.
 */
public interface WaitObserver {

  /**
   * Is called on the thread that is about to wait, or that submits to a scheduler.
   *
   * @return is run when the wait has ended: on the same thread, or on the scheduler's thread that
   *     starts the transaction
   */
  Runnable begin();
}
