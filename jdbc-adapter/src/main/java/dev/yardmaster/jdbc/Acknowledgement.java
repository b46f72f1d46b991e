package dev.yardmaster.jdbc;

/** Tells callers the outcomes of their transactions. Lanes call the method. */
@FunctionalInterface
interface Acknowledgement {

  /**
   * Completes the future of a transaction that has ended and whose rows are released, now or later.
   */
  void acknowledge(PendingTransaction<?> call);
}
