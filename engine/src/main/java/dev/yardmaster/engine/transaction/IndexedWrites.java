package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.SecondaryIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A transaction's writes to tables with secondary indexes, and the index entries that these writes
 * must replace. The transaction returns a row to the logic, and the logic changes the row
 * afterwards. So the entries are replaced later: before the transaction reads an index, and when
 * its logic has ended. One worker owns the object.
 */
final class IndexedWrites {

  /**
   * A written row.
   *
   * @param keys the key of the row's current entry in each index of the table; null if the index
   *     has no entry for the row
   */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  private record Written(Access access, byte[][] keys) {}

  private final List<Written> writes = new ArrayList<>();

  /**
   * Adds an access to a record of a table with secondary indexes, before the record is written for
   * the first time.
   */
  void add(Access access) {
    List<SecondaryIndex> indexes = access.table().indexes();
    byte[][] keys = new byte[indexes.size()][];
    if (access.isPresent()) {
      for (int i = 0; i < keys.length; i++) {
        keys[i] = entryKey(indexes.get(i), access);
      }
    }
    writes.add(new Written(access, keys));
  }

  private static byte[] entryKey(SecondaryIndex index, Access access) {
    return index.entryKey(access, access.key(), access.rest());
  }

  /** Replaces the entries of the rows that the transaction has written since the last call. */
  void settle(RecordTransaction transaction) {
    for (int i = 0; i < writes.size(); i++) { // A loop without an iterator allocates nothing.
      settle(writes.get(i), transaction);
    }
  }

  private static void settle(Written written, RecordTransaction transaction) {
    Access access = written.access();
    List<SecondaryIndex> indexes = access.table().indexes();
    for (int i = 0; i < written.keys().length; i++) {
      SecondaryIndex index = indexes.get(i);
      byte[] before = written.keys()[i];
      byte[] now = access.isPresent() ? entryKey(index, access) : null;
      if (Arrays.equals(before, now)) {
        continue;
      }
      if (before != null
          && !transaction.delete(index.entries(), ByteKeys.prefixOf(before), before)) {
        throw inconsistent(index, access);
      }
      if (now != null) {
        Row entry = transaction.insert(index.entries(), ByteKeys.prefixOf(now), now);
        if (entry == null) {
          throw inconsistent(index, access);
        }
        index.fillEntry(entry, now, access.rest());
      }
      written.keys()[i] = now;
    }
  }

  /**
   * Returns an exception for entries that differ from the rows. This can happen only in an attempt
   * that has read values from different times. Such an attempt never commits.
   */
  private static IllegalStateException inconsistent(SecondaryIndex index, Access access) {
    return new IllegalStateException(
        "the entries of the index differ from the rows: index=" + index + ", key=" + access.key());
  }

  void clear() {
    writes.clear();
  }
}
