package dev.yardmaster.storage.log;

import dev.yardmaster.storage.WriteSet;
import java.nio.ByteBuffer;

/**
 * Encodes transactions for the log. The thread that has the writes of a transaction runs the
 * encoder, so that the thread that waits for the disk only copies bytes. One thread owns an
 * encoder.
 */
public final class RecordEncoder {

  private final WriteFormat format = new WriteFormat();
  private final Salt unsalted = new Salt(0, 0, 0);

  /** Creates an encoder. */
  public RecordEncoder() {}

  /** Fills a record with a transaction. */
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
