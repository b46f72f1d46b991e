package dev.yardmaster.workloads;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.table.KeyTuple;
import dev.yardmaster.api.table.Table;
import java.nio.ByteBuffer;

/**
 * A key of a workload's initial data, with its value. The receiver must not change the value.
 *
 * @param value the bytes of the value
 */
@SuppressWarnings("ArrayRecordComponent") // Entries are never compared.
public record WorkloadEntry(Key key, byte[] value) {

  /** Returns an entry whose value is a number, encoded as by {@code Transaction.putLong}. */
  public static WorkloadEntry ofLong(Key key, long value) {
    return new WorkloadEntry(key, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** Returns an entry of a table whose id is a number. */
  public static <V> WorkloadEntry of(Table<V> table, long id, V value) {
    return new WorkloadEntry(table.key(id), table.encode(value));
  }

  /** Returns an entry of a table whose id is a text. */
  public static <V> WorkloadEntry of(Table<V> table, String id, V value) {
    return new WorkloadEntry(table.key(id), table.encode(value));
  }

  /** Returns an entry of a table whose id has several parts. */
  public static <V> WorkloadEntry of(Table<V> table, KeyTuple id, V value) {
    return new WorkloadEntry(table.key(id), table.encode(value));
  }
}
