package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.schedule.DeclaredLogic;

/**
 * A transaction with its arguments. What it finds out stays in it until it ends, as of its last
 * run. Used by one thread at a time.
 */
public interface RecordCall extends DeclaredLogic {

  /** Which of the workload's transactions it is, {@code payment} say. */
  String type();

  /**
   * Whether it is one of the bulk transactions that a mix of bulk and small ones has; figures tell
   * them apart.
   */
  default boolean isBulk() {
    return false;
  }
}
