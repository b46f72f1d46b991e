package dev.yardmaster.storage.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The log record of a transaction; filled by a {@link RecordEncoder} and emptied by {@link
 * CommitLog#append(LogRecord)}. Reused; one thread at a time.
 */
public final class LogRecord {

  private static final int FIRST_BYTES = 256;

  /** The memory of a longer record is released once the record is in the log. */
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
    bytes.clear().position(RecordFormat.HEADER_BYTES);
  }

  /** Returns the bytes so far, with room for {@code needed} more. */
  ByteBuffer withRoom(int needed) {
    if (bytes.remaining() < needed) {
      ByteBuffer larger = newBuffer(Math.max(2 * bytes.capacity(), bytes.position() + needed));
      bytes = larger.put(bytes.flip());
    }
    return bytes;
  }

  /** The bytes of the whole record. */
  ByteBuffer bytes() {
    return bytes;
  }

  long version() {
    return version;
  }

  /** Empties the record, which is in the log. */
  void done() {
    if (bytes.capacity() > MAX_KEPT_BYTES) {
      bytes = newBuffer(FIRST_BYTES);
    }
  }
}
