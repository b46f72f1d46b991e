package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;

/**
 * The operations that a transaction's logic can use: records under keys. The logic sees its own
 * writes, and no other transaction sees these writes before the commit. Only the thread that runs
 * the logic may call the methods.
 *
 * <p>A returned row is the transaction's private copy. The copy follows the transaction's later
 * operations on the record, and is reused when the transaction has ended. Any call may throw {@link
 * dev.yardmaster.engine.protocol.Conflict}, which the logic must not catch.
 *
 * <p>{@link Table} defines how keys are passed; {@code rest} is null in a table of numbers. A
 * method throws an {@link IllegalArgumentException} if the key has the wrong kind, and an {@link
 * IllegalStateException} if the logic has ended.
 */
public interface RecordTransaction {

  /** Returns the row of a key that is a number, or null if the key has no record. */
  default Row read(Table table, long key) {
    return read(table, key, null);
  }

  /** Returns the row of a key, or null if the key has no record. */
  Row read(Table table, long key, byte[] rest);

  /**
   * Returns the row of a key that is a number, or null if the key has no record. The logic may
   * change the row.
   */
  default Row update(Table table, long key) {
    return update(table, key, null);
  }

  /** Returns the row of a key, or null if the key has no record. The logic may change the row. */
  Row update(Table table, long key, byte[] rest);

  /**
   * Inserts a record under a key that is a number, and returns the record's empty row, which the
   * logic fills. Returns null if the key has a record.
   */
  default Row insert(Table table, long key) {
    return insert(table, key, null);
  }

  /**
   * Inserts a record and returns the record's empty row, which the logic fills. Returns null if the
   * key has a record.
   */
  Row insert(Table table, long key, byte[] rest);

  /**
   * Writes the whole record of a key that is a number, whether the key has a record or not: returns
   * an empty row, which the logic fills.
   */
  default Row put(Table table, long key) {
    return put(table, key, null);
  }

  /**
   * Writes the whole record of a key, whether the key has a record or not: returns an empty row,
   * which the logic fills. The write is blind: unless the transaction reads the key itself, or
   * creates the key, it does not conflict with a transaction that has changed the record meanwhile.
   */
  Row put(Table table, long key, byte[] rest);

  /** Deletes the record of a key that is a number, and returns whether the key had a record. */
  default boolean delete(Table table, long key) {
    return delete(table, key, null);
  }

  /** Deletes the record of a key, and returns whether the key had a record. */
  boolean delete(Table table, long key, byte[] rest);

  /**
   * Visits the rows of a range in the order of their keys.
   *
   * @param from the first key
   * @param to the first key beyond the range
   * @param limit the maximum number of rows to visit
   * @return the number of visited rows
   */
  default int scan(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, false, visitor);
  }

  /**
   * Visits the rows of a range in descending order of their keys. In all other respects this method
   * is like {@link #scan}.
   */
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
   * Visits the rows of a range of a secondary index, in the order of the index. The visitor gets
   * the primary keys. Rows that the transaction itself has written are in their new places.
   *
   * @param from the first key, from {@link SecondaryIndex#key}
   * @param to the first key beyond the range; null if the range has no end
   * @return the number of visited rows
   */
  int scan(
      SecondaryIndex index,
      byte[] from,
      byte[] to,
      int limit,
      boolean backward,
      RowVisitor visitor);

  /**
   * Visits the rows with given values of an index's first columns.
   *
   * @param values the values, as for {@link SecondaryIndex#key}
   * @return the number of visited rows
   */
  default int find(SecondaryIndex index, int limit, RowVisitor visitor, Object... values) {
    byte[] from = index.key(values);
    return scan(index, from, SecondaryIndex.after(from), limit, false, visitor);
  }

  /**
   * Aborts the transaction: {@code throw transaction.abort("too little money")}. The decision to
   * abort is validated like a commit, so it is never based on stale values.
   *
   * @return the exception that the logic throws. The transaction aborts even if the logic catches
   *     the exception
   */
  RuntimeException abort(String reason);
}
