package dev.yardmaster.engine.transaction;

/**
 * The logic of a transaction over records. After a conflict the worker runs the logic again from
 * the start. A run that will abort may read inconsistent values; such a run never commits, whatever
 * it does or throws. So the logic must have no side effects outside the transaction.
 */
@FunctionalInterface
public interface RecordLogic {

  /** Runs the logic once, on the worker's thread. */
  void run(RecordTransaction transaction);
}
