package dev.yardmaster.engine.transaction;

/**
 * A transaction's logic over records. It is run again from its start after a conflict, and may see
 * values that do not fit together in a run that is going to be: such a run never commits, whatever
 * it does or throws. So it has no effects of its own outside the transaction.
 */
@FunctionalInterface
public interface RecordLogic {

  /** Runs the logic once, on the worker's thread. */
  void run(RecordTransaction transaction);
}
