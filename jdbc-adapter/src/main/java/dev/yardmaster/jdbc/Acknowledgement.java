package dev.yardmaster.jdbc;

/**
 * Reports the outcomes of transactions to their callers. Lanes, which are the threads that run
 * transactions, call the method.
 */
@FunctionalInterface
interface Acknowledgement {

  /**
   * Completes the future of a transaction, immediately or later. When the method is called, the
   * transaction has ended and its rows are released.
   */
  void acknowledge(PendingTransaction<?> call);
}
