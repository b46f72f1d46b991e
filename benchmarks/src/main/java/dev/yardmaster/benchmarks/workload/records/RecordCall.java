package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.schedule.DeclaredLogic;

/**
 * A transaction with its arguments. It keeps the results of its last run until it ends. For one
 * thread at a time.
 */
public interface RecordCall extends DeclaredLogic {

  /** Returns the name of the transaction's type, such as {@code payment}. */
  String type();

  /**
   * Returns whether it is a bulk transaction, in a mix of bulk and small transactions, which
   * figures keep apart.
   */
  default boolean isBulk() {
    return false;
  }
}
