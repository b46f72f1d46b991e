package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;

/** A procedure's run on the keys that it declared. */
final class ProcedureTransaction extends BufferedTransaction {

  private final TransactionSlot slot;
  private final String procedure;

  ProcedureTransaction(TransactionSlot slot, String procedure, int maxValueBytes) {
    super(maxValueBytes);
    this.slot = slot;
    this.procedure = procedure;
  }

  @Override
  byte[] current(Key key) {
    if (slot.writes.writtenCount() > 0) {
      int written = slot.writes.find(key);
      if (written >= 0 && slot.writes.isWritten(written)) {
        return slot.writes.value(written);
      }
    }
    int read = slot.reads.find(key);
    if (read < 0 || read >= slot.readsSent) {
      throw undeclared("read", key);
    }
    return slot.reads.value(read);
  }

  @Override
  void buffer(Key key, byte[] value) {
    int position = slot.writes.find(key);
    if (position < 0) {
      throw undeclared("write", key);
    }
    slot.writes.write(position, value);
  }

  private YardmasterException undeclared(String access, Key key) {
    return new YardmasterException(
        ErrorCode.UNDECLARED_KEY,
        "a procedure touches only the keys that it declared",
        "procedure",
        procedure,
        "access",
        access,
        "key",
        key);
  }
}
