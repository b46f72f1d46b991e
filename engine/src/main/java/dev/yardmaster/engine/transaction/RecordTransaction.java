package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import dev.yardmaster.engine.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * The operations on records that a transaction's logic can use. The logic sees its own writes.
 * Normally no other transaction sees these writes before the commit; only a protocol with
 * transaction groups shows them to later transactions of the same group, which then commit later.
 * Only the thread that runs the logic may call the methods.
 *
 * <p>A returned row is the transaction's private copy. Later operations of the transaction on the
 * record change the same copy. The object is reused after the transaction has ended. Any call may
 * throw {@link dev.yardmaster.engine.protocol.Conflict}, which the logic must not catch.
 *
 * <p>A key is passed as a number and {@code rest}; see {@link Table}. In a table of numbers, {@code
 * rest} is null. A method throws an {@link IllegalArgumentException} if the key has the wrong kind,
 * and an {@link IllegalStateException} if the logic has ended.
 */
public interface RecordTransaction {

  /** Returns the row of a key that is a number, or null if the key has no record. */
  default @Nullable Row read(Table table, long key) {
    return read(table, key, null);
  }

  /** Returns the row of a key, or null if the key has no record. */
  @Nullable Row read(Table table, long key, byte @Nullable [] rest);

  /**
   * Returns the row of a key that is a number, or null if the key has no record. The logic may
   * change the row.
   */
  default @Nullable Row update(Table table, long key) {
    return update(table, key, null);
  }

  /** Returns the row of a key, or null if the key has no record. The logic may change the row. */
  @Nullable Row update(Table table, long key, byte @Nullable [] rest);

  /**
   * Inserts a record under a key that is a number, and returns the record's empty row, which the
   * logic fills. Returns null if the key already has a record.
   */
  default @Nullable Row insert(Table table, long key) {
    return insert(table, key, null);
  }

  /**
   * Inserts a record and returns the record's empty row, which the logic fills. Returns null if the
   * key already has a record.
   */
  @Nullable Row insert(Table table, long key, byte @Nullable [] rest);

  /**
   * Writes the whole record of a key that is a number, whether or not the key has a record: returns
   * an empty row, which the logic fills.
   */
  default Row put(Table table, long key) {
    return put(table, key, null);
  }

  /**
   * Writes the whole record of a key, whether or not the key has a record: returns an empty row,
   * which the logic fills. The write is blind: it does not conflict with another transaction that
   * has changed the record after this transaction began, unless this transaction also reads the key
   * or creates its record. Some protocols do not support blind writes; under these protocols, this
   * method also reads the record.
   */
  Row put(Table table, long key, byte @Nullable [] rest);

  /** Deletes the record of a key that is a number, and returns whether the key had a record. */
  default boolean delete(Table table, long key) {
    return delete(table, key, null);
  }

  /** Deletes the record of a key, and returns whether the key had a record. */
  boolean delete(Table table, long key, byte @Nullable [] rest);

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

  /** As {@link #scan}, but visits the rows in descending order of their keys. */
  default int scanBackward(Table table, long from, long to, int limit, RowVisitor visitor) {
    return scan(table, from, null, to, null, limit, true, visitor);
  }

  /**
   * Visits the rows of a range, in ascending or descending order of their keys. The keys may be of
   * either kind.
   */
  int scan(
      Table table,
      long from,
      byte @Nullable [] fromRest,
      long to,
      byte @Nullable [] toRest,
      int limit,
      boolean backward,
      RowVisitor visitor);

  /**
   * Visits the rows of a range of a secondary index, in the order of the index. The visitor
   * receives the primary keys. Rows that the transaction itself has written appear at the position
   * of their new values.
   *
   * @param from the first key of the range, as {@link SecondaryIndex#key} returns it
   * @param to the first key beyond the range; null for a range without an upper bound
   * @return the number of visited rows
   */
  int scan(
      SecondaryIndex index,
      byte[] from,
      byte @Nullable [] to,
      int limit,
      boolean backward,
      RowVisitor visitor);

  /**
   * Visits the rows in which the first columns of an index have the given values.
   *
   * @param values the values; see {@link SecondaryIndex#key}
   * @return the number of visited rows
   */
  default int find(SecondaryIndex index, int limit, RowVisitor visitor, Object... values) {
    byte[] from = index.key(values);
    return scan(index, from, SecondaryIndex.after(from), limit, false, visitor);
  }

  /**
   * Decides to abort the transaction. Usage: {@code throw transaction.abort("too little money")}.
   * The decision is validated like a commit, so it never depends on stale values.
   *
   * @return the exception, which the logic must throw. The transaction aborts even if the logic
   *     then catches the exception
   */
  RuntimeException abort(String reason);
}
