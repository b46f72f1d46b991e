package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A procedure that reads, overwrites and deletes some notes. Some calls read a note before the
 * write, and some calls write without a read. A written value contains the numbers of the operation
 * and of the note, so the value shows its writer.
 */
final class Edit implements Procedure<Edit.Argument, Void> {

  static final Edit PROCEDURE = new Edit();

  /** What the procedure does with a note. */
  enum Action {
    READ,
    WRITE,
    UPDATE,
    DELETE,
    READ_AND_DELETE;

    boolean reads() {
      return this == READ || this == UPDATE || this == READ_AND_DELETE;
    }

    boolean writes() {
      return this != READ;
    }

    boolean deletes() {
      return this == DELETE || this == READ_AND_DELETE;
    }
  }

  /** A note, and what the procedure does with it. */
  record Change(int note, Action action) {}

  /** The operation's number and its changes; each note has at most one change. */
  record Argument(long number, List<Change> changes) {}

  private Edit() {}

  @Override
  public String name() {
    return "edit";
  }

  /** Returns the value that an operation writes to a note; the lengths of values differ. */
  static byte[] value(long number, int note) {
    ByteBuffer value = ByteBuffer.allocate(12 + (int) (number % 24));
    value.putLong(number).putInt(note);
    return value.array();
  }

  /** Returns the number of the operation that wrote a value; 0 if no operation wrote it. */
  static long number(byte[] value) {
    return value.length < Long.BYTES ? 0 : ByteBuffer.wrap(value).getLong();
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    for (Change change : argument.changes) {
      if (change.action.reads()) {
        keys.read(LedgerKeys.note(change.note));
      }
      if (change.action.writes()) {
        keys.write(LedgerKeys.note(change.note));
      }
    }
  }

  @Override
  @SuppressWarnings("ReturnValueIgnored") // The value is not used; the read appears in the history.
  public Void execute(Argument argument, Transaction transaction) {
    for (Change change : argument.changes) {
      if (change.action.reads()) {
        transaction.get(LedgerKeys.note(change.note));
      }
      if (change.action.deletes()) {
        transaction.delete(LedgerKeys.note(change.note));
      } else if (change.action.writes()) {
        transaction.put(LedgerKeys.note(change.note), value(argument.number, change.note));
      }
    }
    return null;
  }
}
