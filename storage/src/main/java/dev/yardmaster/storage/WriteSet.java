package dev.yardmaster.storage;

import java.util.Arrays;

/**
 * The keys that a transaction may write, and the values of the keys that it has written. A set is
 * reused. The set belongs to a transaction coordinator, and does not change while one of its {@link
 * WriteRequest}s is in progress.
 */
public class WriteSet extends KeySet {

  private boolean[] written = new boolean[8];
  private int writtenCount;
  private long valueBytes;

  /** Creates an empty write set. */
  public WriteSet() {}

  @Override
  public final void clear() {
    discardValues();
    super.clear();
  }

  /** Removes all values and keeps the keys. */
  public final void discardValues() {
    Arrays.fill(values, 0, size(), null);
    Arrays.fill(written, 0, size(), false);
    writtenCount = 0;
    valueBytes = 0;
  }

  /** Exchanges all contents with another write set, in constant time. */
  public void exchange(WriteSet other) {
    exchangeKeys(other);
    boolean[] otherWritten = other.written;
    int otherWrittenCount = other.writtenCount;
    long otherValueBytes = other.valueBytes;
    other.written = written;
    other.writtenCount = writtenCount;
    other.valueBytes = valueBytes;
    written = otherWritten;
    writtenCount = otherWrittenCount;
    valueBytes = otherValueBytes;
  }

  @Override
  final void grow(int capacity) {
    super.grow(capacity);
    written = Arrays.copyOf(written, capacity);
  }

  /**
   * Writes the key at a position; null deletes the key. The caller must not change the array
   * afterwards.
   */
  public final void write(int position, byte[] value) {
    valueBytes += length(value) - length(values[position]);
    values[position] = value;
    if (!written[position]) {
      written[position] = true;
      writtenCount++;
    }
  }

  private static int length(byte[] value) {
    return value == null ? 0 : value.length;
  }

  /** Returns the total length of all values, in bytes. */
  public final long valueBytes() {
    return valueBytes;
  }

  /** Returns the number of keys that are written. */
  public final int writtenCount() {
    return writtenCount;
  }

  /** Returns whether the key at a position is written. */
  public final boolean isWritten(int position) {
    return written[position];
  }
}
