package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.TransactionGroup;
import dev.yardmaster.engine.table.DeclaredKeys;
import dev.yardmaster.engine.table.KeyHints;

/**
 * The logic of a transaction that reads and writes records. After a conflict, the worker runs the
 * logic again from the start. So the logic must have no side effects outside the transaction. A run
 * may read inconsistent values. A serializable run with inconsistent values never commits, and an
 * exception that it throws is not the result of the transaction. Logic with {@link
 * Isolation#READ_COMMITTED} must expect values from different times; if it throws an exception
 * because of them, this exception is the result of the transaction.
 */
@FunctionalInterface
public interface RecordLogic extends DeclaredKeys {

  /** Runs the logic once, on the worker's thread. */
  void run(RecordTransaction transaction);

  /**
   * Declares the keys that the logic will access, as far as they are known before the logic runs.
   * The default method declares no keys.
   */
  @Override
  default void declare(KeyHints into) {}

  /**
   * Returns whether the logic only reads. Protocols may run such logic with fewer locks. If such
   * logic writes, it is still executed correctly, but may be slower.
   */
  default boolean isReadOnly() {
    return false;
  }

  /**
   * Returns the isolation level that the transaction needs. Only read-only logic may declare {@link
   * Isolation#READ_COMMITTED}; its writes throw an {@link IllegalStateException}. A protocol may
   * provide a stronger level.
   */
  default Isolation isolation() {
    return Isolation.SERIALIZABLE;
  }

  /**
   * Returns the group of the transaction. Every call must return the same object. A protocol with
   * groups handles conflicts inside a group differently from other conflicts.
   */
  default TransactionGroup group() {
    return TransactionGroup.NONE;
  }
}
