package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.DeclaredKeys;
import dev.yardmaster.engine.table.KeyHints;

/**
 * The logic of a transaction that reads and writes records. After a conflict the worker runs the
 * logic again from the start. A run that will abort may read inconsistent values. A serializable
 * run with inconsistent values never commits, even if the logic ends normally or throws an
 * exception. So the logic must have no side effects outside the transaction. Logic with {@link
 * Isolation#READ_COMMITTED} must expect values of different moments; if these values make it throw
 * an exception, this exception is the result of the run.
 */
@FunctionalInterface
public interface RecordLogic extends DeclaredKeys {

  /** Runs the logic once, on the worker's thread. */
  void run(RecordTransaction transaction);

  /**
   * Declares the keys of which it is known, before the logic runs, that the logic will access them.
   * The default method declares no keys.
   */
  @Override
  default void declare(KeyHints into) {}

  /**
   * Returns whether the logic only reads. Protocols may run such logic with fewer locks. If such
   * logic writes nevertheless, it stays correct, but may be slower.
   */
  default boolean isReadOnly() {
    return false;
  }

  /**
   * Returns the isolation of the transaction. Only read-only logic may have {@link
   * Isolation#READ_COMMITTED}; its writes throw an {@link IllegalStateException}. A protocol may
   * give the transaction a stronger isolation.
   */
  default Isolation isolation() {
    return Isolation.SERIALIZABLE;
  }

  /**
   * Returns the group of the transaction; every call returns the same object. A protocol with
   * groups handles conflicts inside a group differently.
   */
  default TransactionGroup group() {
    return TransactionGroup.NONE;
  }
}
