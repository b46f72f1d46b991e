package dev.yardmaster.engine.service.commit;

import dev.yardmaster.engine.durable.LoggedRows;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.CommitContent;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.transaction.CommitListener;
import dev.yardmaster.storage.log.format.RecordEncoder;

/**
 * The commit point of one worker: the listener that numbers and logs the worker's commits. The
 * commit point assigns a version to each commit with changes, and stores the version in the values
 * before they become visible. If the service has a log, it then writes the values and the typed
 * rows to the log. The worker's thread calls the methods.
 */
public final class CommitPoint implements CommitListener, CommitContent {

  private final CommitSequencer order;
  private final LogWriter writer;
  private final CommitMark mark = new CommitMark();
  private final LoggedRows rows = new LoggedRows(false);
  private TouchedKeys keys;

  /** Whether the run may use typed rows. */
  private boolean mayUseRows;

  private boolean writesRows;
  private long transactionId;
  private long version;

  /**
   * Creates the commit point of a worker.
   *
   * @param words charges a simulated worker for drawing versions
   */
  public CommitPoint(CommitSequencer order, SharedWords words) {
    this.order = order;
    writer = order.writer(words);
  }

  /** Sets the run whose changes the next commit will write. */
  public void expect(TouchedKeys written, long ofTransaction) {
    keys = written;
    transactionId = ofTransaction;
    mayUseRows = false;
    writesRows = false;
    version = 0;
  }

  /** Specifies that the next commit may also read and write typed rows. */
  public void expectRows() {
    mayUseRows = true;
  }

  /** Specifies that the next commit writes nothing to the log and gets no version. */
  public void expectNothing() {
    keys = null;
    mayUseRows = false;
    writesRows = false;
    version = 0;
  }

  private boolean changes() {
    return writesRows || (keys != null && keys.changes() > 0);
  }

  @Override
  public void beginning() {
    if (writer != null) {
      writer.awaitRoom();
    }
  }

  @Override
  public long reserve(AccessSet accesses) {
    writesRows = mayUseRows && rows.of(accesses);
    if (writer != null && changes()) {
      mark.installing(order.last() + 1);
      version = writer.reserve(this);
    }
    return 0; // Not every write is in the log, so the protocol uses its own clock.
  }

  @Override
  public void aborted() {
    if (writer != null && writer.hasReserved()) {
      writer.skip();
      version = 0;
    }
  }

  @Override
  public void committing(long protocolVersion, AccessSet accesses) {
    if (changes()) {
      if (writer == null) {
        mark.installing(order.last() + 1);
        version = order.next();
      } else {
        writer.commits();
      }
      keys.stamp(version, transactionId); // Typed rows do not store the version.
    }
  }

  @Override
  public void committed(AccessSet accesses) {
    if (writer != null && writer.hasReserved()) {
      writer.fill(this, transactionId);
    }
  }

  /**
   * Returns whether a write must be in the log. The deletion of a kept outcome is not logged: a
   * restart may restore the outcome, and it then expires again.
   */
  private boolean isLogged(int position) {
    return keys.takesPlace(position)
        && !(keys.written(position) == null && keys.key(position).isReserved());
  }

  @Override
  public long length(RecordEncoder encoder) {
    long length = writesRows ? rows.length(encoder) : 0;
    for (int i = 0; i < keys.size(); i++) {
      if (isLogged(i)) {
        length += encoder.length(keys.key(i), keys.written(i));
      }
    }
    return length;
  }

  @Override
  public void put(RecordEncoder encoder) {
    for (int i = 0; i < keys.size(); i++) {
      if (isLogged(i)) {
        encoder.put(keys.key(i), keys.written(i));
      }
    }
    if (writesRows) {
      rows.put(encoder);
    }
  }

  /** Records that the writes of the commit are visible, or that the attempt has not committed. */
  public void installed() {
    mark.installed();
  }

  /** Returns the mark of the commit whose writes the worker is installing. */
  public CommitMark mark() {
    return mark;
  }

  /** Returns the version of the last commit, or 0 if the last commit changed nothing. */
  public long version() {
    return version;
  }

  /**
   * Returns a version that is at least the version of every commit on which the outcome of the last
   * run depends. If the run has changed something, this is its own version. Typed rows do not store
   * the versions of their commits, so a run that may have read typed rows depends on all commits so
   * far.
   */
  public long dependsOn() {
    if (version > 0) {
      return version;
    }
    return keys == null || mayUseRows ? order.last() : keys.newestSeen(order.last());
  }
}
