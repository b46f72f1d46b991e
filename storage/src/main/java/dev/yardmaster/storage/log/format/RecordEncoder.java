package dev.yardmaster.storage.log.format;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.WriteSet;
import java.nio.ByteBuffer;

/**
 * Encodes transactions for the log. The threads that commit transactions encode the records, so
 * that the log's thread only copies bytes and waits for the disk. One thread at a time uses an
 * encoder.
 *
 * <p>A whole {@link WriteSet} is encoded by {@link #encode}. Other writes are encoded one by one:
 * {@link #begin}, then {@code put} for each write, then {@link #end}. The length of a record is
 * {@link #HEADER_BYTES} plus the lengths of its writes.
 */
public final class RecordEncoder {

  /** The length of a record without writes, in bytes. */
  public static final int HEADER_BYTES = CommitFormat.HEADER_BYTES;

  /** The number that is stored in place of a value's length if the write deletes the key. */
  public static final int DELETED = WriteFormat.NO_VALUE;

  private final WriteFormat format = new WriteFormat();
  private final Salt unsalted = new Salt(0, 0, 0);
  private ByteBuffer target;
  private int begin;
  private int writes;

  /** Creates an encoder. */
  public RecordEncoder() {}

  /** Fills a record with a transaction. */
  public void encode(LogRecord record, long transactionId, long version, WriteSet writeSet) {
    record.begin(version);
    for (int i = 0; i < writeSet.size(); i++) {
      if (writeSet.isWritten(i)) {
        byte[] value = writeSet.value(i);
        format.put(
            record.withRoom(WriteFormat.room(value == null ? 0 : value.length)),
            writeSet.key(i),
            value);
      }
    }
    ByteBuffer bytes = record.bytes().flip();
    CommitFormat.seal(
        bytes, 0, bytes.limit(), version, transactionId, writeSet.writtenCount(), unsalted);
  }

  /** Returns the length of a write in a record, in bytes. A null value deletes the key. */
  public int length(Key key, byte[] value) {
    int idBytes = key.kind() == Key.Kind.NUMBER ? WriteFormat.NUMBER : key.idLength();
    return format.length(key.table(), idBytes, value == null ? DELETED : value.length);
  }

  /**
   * Returns the length of a write in a record, in bytes.
   *
   * @param id the key's byte string; null for a number
   * @param valueBytes the length of the value, or {@link #DELETED}
   */
  public int length(String table, byte[] id, int valueBytes) {
    return format.length(table, id == null ? WriteFormat.NUMBER : id.length, valueBytes);
  }

  /** Returns the length of the record that begins at a position of a buffer, in bytes. */
  public static int lengthAt(ByteBuffer bytes, int at) {
    return bytes.getInt(at + CommitFormat.LENGTH_OFFSET);
  }

  /** Begins a record at a position of a little-endian buffer that has room for the record. */
  public void begin(ByteBuffer into, int at) {
    target = into;
    begin = at;
    writes = 0;
    into.limit(into.capacity()).position(at + HEADER_BYTES);
  }

  /** Adds a write to the record. A null value deletes the key. */
  public void put(Key key, byte[] value) {
    writes++;
    format.put(target, key, value);
  }

  /**
   * Adds a write to the record, without its value.
   *
   * @param number the key's number, if it is a number
   * @param id the key's byte string, 1 to {@link Key#MAX_ID_BYTES} bytes; null for a number
   * @param valueBytes the length of the value, or {@link #DELETED}
   * @return the buffer, into which the caller must put the bytes of the value, unless the key is
   *     deleted
   */
  public ByteBuffer put(String table, long number, byte[] id, int valueBytes) {
    writes++;
    format.put(target, table, number, id, valueBytes);
    return target;
  }

  /** Completes the record. Returns the end of the record in the buffer. */
  public int end(long transactionId, long version) {
    int end = target.position();
    CommitFormat.seal(target, begin, end, version, transactionId, writes, unsalted);
    return end;
  }
}
