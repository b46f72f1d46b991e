package dev.yardmaster.engine.redo;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;

/**
 * The writes of one transaction, to be written to the log. A worker fills the record and then
 * appends it to the log's queue. The values do not change afterwards.
 */
public final class RedoRecord implements RedoLog.Entry {

  private final long transactionId;
  private final Key[] keys;
  private final byte[][] values;
  private int size;
  private long version;

  /** Creates a record without writes. The record has room for the given number of writes. */
  public RedoRecord(long transactionId, int writes) {
    this.transactionId = transactionId;
    keys = new Key[writes];
    values = new byte[writes][];
  }

  /** Adds a write. A null value deletes the key. */
  public void add(Key key, byte[] value) {
    keys[size] = key;
    values[size++] = value;
  }

  void at(long commitVersion) {
    version = commitVersion;
  }

  long version() {
    return version;
  }

  long transactionId() {
    return transactionId;
  }

  /** Adds the writes of this record to an empty write set. */
  void fill(WriteSet writes) {
    for (int i = 0; i < size; i++) {
      writes.write(writes.add(keys[i], 0), values[i]);
    }
  }
}
