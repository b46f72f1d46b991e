package dev.yardmaster.engine.redo;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;

/**
 * The writes of one transaction, on their way into the log. A worker fills the record and then
 * hands it over; the values are not changed afterwards.
 */
public final class RedoRecord implements RedoLog.Entry {

  private final long transactionId;
  private final Key[] keys;
  private final byte[][] values;
  private int size;
  private long version;

  /** Creates a record without writes, with room for the given number. */
  public RedoRecord(long transactionId, int writes) {
    this.transactionId = transactionId;
    keys = new Key[writes];
    values = new byte[writes][];
  }

  /** Adds a write; a null value deletes. */
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

  /** Adds the writes to an empty write set. */
  void fill(WriteSet writes) {
    for (int i = 0; i < size; i++) {
      writes.write(writes.add(keys[i], 0), values[i]);
    }
  }
}
