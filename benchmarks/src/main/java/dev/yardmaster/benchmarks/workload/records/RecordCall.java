package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.transaction.RecordLogic;

/**
 * A transaction with its arguments. It can run more than once. The call keeps the results of its
 * last run until the transaction ends. Only one thread at a time may use an instance.
 */
public interface RecordCall extends RecordLogic {

  /** Returns the name of the transaction's type, such as {@code payment}. */
  String type();

  /**
   * Returns the number of records that the transaction accesses, or the expected number if the
   * number depends on data that the transaction reads.
   */
  int records();

  /**
   * Returns whether this is a bulk transaction in a mix of bulk and small transactions. Reports
   * show the figures of bulk transactions separately.
   */
  default boolean isBulk() {
    return false;
  }
}
