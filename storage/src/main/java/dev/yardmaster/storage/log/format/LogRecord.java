package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The log record of a transaction. A {@link RecordEncoder} fills the record; the record is emptied
 * when it is appended to a group. A record object is reused. One thread at a time uses it.
 */
public final class LogRecord {

  private static final int FIRST_BYTES = 256;

  /**
   * The maximum length of the buffer that a record keeps for reuse, in bytes. If a record is
   * longer, its buffer is released after the record was copied to the log.
   */
  private static final int MAX_KEPT_BYTES = 1 << 13;

  private ByteBuffer bytes = newBuffer(FIRST_BYTES);
  private long version;

  /** Creates an empty record. */
  public LogRecord() {}

  private static ByteBuffer newBuffer(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  void begin(long commitVersion) {
    version = commitVersion;
    bytes.clear().position(CommitFormat.HEADER_BYTES);
  }

  /**
   * Returns the buffer with the record's bytes so far; it has room for at least {@code needed} more
   * bytes.
   */
  ByteBuffer withRoom(int needed) {
    if (bytes.remaining() < needed) {
      ByteBuffer larger = newBuffer(Math.max(2 * bytes.capacity(), bytes.position() + needed));
      bytes = larger.put(bytes.flip());
    }
    return bytes;
  }

  /** Returns the bytes of the whole record. */
  ByteBuffer bytes() {
    return bytes;
  }

  public long version() {
    return version;
  }

  /** Empties the record. The caller must have copied the record to the log. */
  void done() {
    if (bytes.capacity() > MAX_KEPT_BYTES) {
      bytes = newBuffer(FIRST_BYTES);
    }
  }
}
