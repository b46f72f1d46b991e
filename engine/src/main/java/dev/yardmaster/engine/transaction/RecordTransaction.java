package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A transaction as its logic sees it: records under keys. The logic sees its own writes, and no
 * other transaction sees them before the commit. Used by the thread that runs the logic.
 *
 * <p>A returned row is the transaction's private copy. The copy follows the transaction's later
 * operations on the record, and is reused when the transaction has ended. Any call may throw {@link
 * dev.yardmaster.engine.protocol.Conflict}, which the logic must not catch.
 *
 * <p>{@link Table} defines keys; {@code rest} is null in a table of numbers. A key of the wrong
 * kind causes an {@link IllegalArgumentException}. Calls after the logic has ended cause an {@link
 * IllegalStateException}.
 */
public interface RecordTransaction {

  /** Returns the row of a key that is a number, or null if there is none. */
  default Row read(Table table, long key) {
    return read(table, key, null);
  }

  /** Returns the row of a key, or null if there is none. */
  Row read(Table table, long key, byte[] rest);

  /** Returns the row of a key that is a number, to be changed, or null if there is none. */
  default Row update(Table table, long key) {
    return update(table, key, null);
  }

  /** Returns the row of a key, to be changed, or null if there is none. */
  Row update(Table table, long key, byte[] rest);

  /**
   * Inserts a record and returns its empty row, to be filled; returns null if the key has a record.
   * The key is a number.
   */
  default Row insert(Table table, long key) {
    return insert(table, key, null);
  }

  /**
   * Inserts a record and returns its empty row, to be filled; returns null if the key has a record.
   */
  Row insert(Table table, long key, byte[] rest);

  /** Deletes the record of a key that is a number; returns whether there was one. */
  default boolean delete(Table table, long key) {
    return delete(table, key, null);
  }

  /** Deletes the record of a key; returns whether there was one. */
  boolean delete(Table table, long key, byte[] rest);

  /**
   * Visits the rows of a range in the order of their keys.
   *
   * @param from the first key
   * @param to the first key beyond the range
   * @param limit most rows to visit
   * @return the number of visited rows
   */
  default int scan(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, false, visitor);
  }

  /** Visits the rows of a range in descending order of their keys; otherwise like {@link #scan}. */
  default int scanBackward(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, true, visitor);
  }

  /** Visits the rows of a range with keys of any kind, in ascending or descending order. */
  int scan(
      Table table,
      long from,
      byte[] fromRest,
      long to,
      byte[] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor);

  /**
   * Aborts the transaction: {@code throw transaction.abort("too little money")}. The decision is
   * validated like a commit, so it never rests on stale values.
   *
   * @return the exception to throw; catching it does not undo the abort
   */
  RuntimeException abort(String reason);
}
