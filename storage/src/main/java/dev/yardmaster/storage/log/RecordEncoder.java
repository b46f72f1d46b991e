package dev.yardmaster.storage.log;

import dev.yardmaster.storage.WriteSet;
import java.nio.ByteBuffer;

/**
 * Encodes transactions for the log, on the thread that has their writes at hand: the thread that
 * waits for the disk then only copies bytes. Owned by one thread.
 */
public final class RecordEncoder {

  private final WriteFormat format = new WriteFormat();
  private final Salt unsalted = new Salt(0, 0, 0);

  /** Creates an encoder. */
  public RecordEncoder() {}

  /** Fills a record. */
  public void encode(LogRecord record, long transactionId, long version, WriteSet writes) {
    record.begin(version);
    for (int i = 0; i < writes.size(); i++) {
      if (writes.isWritten(i)) {
        byte[] value = writes.value(i);
        format.put(
            record.withRoom(WriteFormat.room(value == null ? 0 : value.length)),
            writes.key(i),
            value);
      }
    }
    ByteBuffer bytes = record.bytes().flip();
    RecordFormat.seal(bytes, version, transactionId, writes.writtenCount(), unsalted);
  }
}
