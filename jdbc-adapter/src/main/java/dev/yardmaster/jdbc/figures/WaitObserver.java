package dev.yardmaster.jdbc.figures;

/**
 * Sees each wait of a transaction for its turn or for a lease of hot rows. An observer that throws
 * an exception harms no transaction, and is no longer called.
 */
public interface WaitObserver {

  /**
   * Is called on the thread that is about to wait.
   *
   * @return is run on the same thread when the wait has ended
   */
  Runnable begin();
}
