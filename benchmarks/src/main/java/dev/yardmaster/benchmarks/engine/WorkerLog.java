package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.transaction.CommitListener;

/**
 * What one worker logs of its transactions: the new rows at the commit (redo), or each old row
 * before it is replaced, and at the end a record without rows (undo). An undo log serves a database
 * whose records are themselves in persistent memory. The cost of the log can be measured without
 * such a database. A row that is written without having been read is not in an undo log, so only
 * transactions without such writes could be undone.
 */
abstract class WorkerLog implements CommitListener {

  private final boolean logsUndo;
  private boolean hasUndo;

  WorkerLog(boolean logsUndo) {
    this.logsUndo = logsUndo;
  }

  /** Adds the row of an access to the next record. */
  abstract void add(Access access);

  /** Writes a record with the added rows to the log. */
  abstract void write();

  /** Waits until all records that workers have written before this call are durable. */
  abstract void awaitDurable();

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

  /** Returns the row of an access; no bytes if the transaction sees no row. */
  static byte[] row(Access access) {
    return access.isPresent() ? access.image() : new byte[0];
  }
}
