package dev.yardmaster.benchmarks.engine.log;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.transaction.CommitListener;

/**
 * The records that one worker logs for its transactions. A redo log contains the new rows, written
 * at the commit. An undo log contains each old row, written before it is replaced, and a record
 * without rows at the end of the transaction. An undo log is meant for a database with records in
 * persistent memory, but the cost of the log can be measured without such a database. An undo log
 * does not contain a row that a transaction overwrites without a read. So the log can undo a
 * transaction only if the transaction reads every row before the write.
 */
public abstract class WorkerLog implements CommitListener {

  private final boolean logsUndo;
  private boolean hasUndo;

  /** Creates a log of new rows, or of old rows if it is an undo log. */
  public WorkerLog(boolean logsUndo) {
    this.logsUndo = logsUndo;
  }

  /** Adds the row that an access has written or replaced to the next record of the log. */
  public abstract void add(Access access);

  /** Writes a record with the added rows to the log. */
  public abstract void write();

  /** Waits until all records that the workers wrote before this call are durable. */
  public abstract void awaitDurable();

  @Override
  public final void writing(Access access) {
    if (logsUndo) {
      hasUndo = true;
      add(access);
      write();
      awaitDurable();
    }
  }

  @Override
  public final void committing(long version, AccessSet accesses) {
    if (logsUndo) {
      closeUndo();
    } else if (accesses.writes() > 0) {
      for (int i = 0; i < accesses.writes(); i++) {
        add(accesses.write(i));
      }
      write();
    }
  }

  @Override
  public final void aborted() {
    closeUndo();
  }

  private void closeUndo() {
    if (hasUndo) {
      hasUndo = false;
      write();
    }
  }

  /**
   * Returns the row that a transaction sees through an access object; an empty array if it sees no
   * row.
   */
  static byte[] row(Access access) {
    return access.isPresent() ? access.image() : new byte[0];
  }
}
