package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A transaction as its logic sees it: records under keys. It sees its own writes, and nobody else
 * does before it commits. For the thread that runs the logic.
 *
 * <p>A row that is given out is the transaction's own copy, which changes with what the transaction
 * does to the record, and is used for something else when the transaction has ended. Any call may
 * throw {@link dev.yardmaster.engine.protocol.Conflict}, which logic lets pass.
 *
 * <p>Keys are as {@link Table} says; {@code rest} is null in a table of numbers. A key of the other
 * kind is an {@link IllegalArgumentException}. When the logic has ended, all calls are an {@link
 * IllegalStateException}.
 */
public interface RecordTransaction {

  /** The row under a number; null if there is none. */
  default Row read(Table table, long key) {
    return read(table, key, null);
  }

  /** The row under a key; null if there is none. */
  Row read(Table table, long key, byte[] rest);

  /** The row under a number, to be changed; null if there is none. */
  default Row update(Table table, long key) {
    return update(table, key, null);
  }

  /** The row under a key, to be changed; null if there is none. */
  Row update(Table table, long key, byte[] rest);

  /** An empty row under a number, to be filled; null if there is one already. */
  default Row insert(Table table, long key) {
    return insert(table, key, null);
  }

  /** An empty row under a key, to be filled; null if there is one already. */
  Row insert(Table table, long key, byte[] rest);

  /** Deletes the record under a number; whether there was one. */
  default boolean delete(Table table, long key) {
    return delete(table, key, null);
  }

  /** Deletes the record under a key; whether there was one. */
  boolean delete(Table table, long key, byte[] rest);

  /**
   * Visits the rows of a range in the order of their keys.
   *
   * @param from the first key
   * @param to the key behind the last
   * @param limit most rows to visit
   * @return how many were visited
   */
  default int scan(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, false, visitor);
  }

  /** Visits the rows of a range from its last key to its first; otherwise as {@link #scan}. */
  default int scanBackward(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, true, visitor);
  }

  /** Visits the rows of a range of any keys, in their order or backward. */
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
   * Ends the transaction without its writes: {@code throw transaction.abort("too little money")}.
   * The decision is validated like a commit, so it never rests on stale values.
   *
   * @return the exception to throw; catching it does not undo the abort
   */
  RuntimeException abort(String reason);
}
