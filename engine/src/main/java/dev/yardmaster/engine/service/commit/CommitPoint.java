package dev.yardmaster.engine.service.commit;

import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.transaction.CommitListener;

/**
 * The commit point of a worker's transactions: gives each commit with changes its version and
 * stamps the version into the values before they become visible. The worker's thread calls the
 * methods.
 */
public final class CommitPoint implements CommitListener {

  private final CommitSequencer order;

  private final CommitMark mark = new CommitMark();
  private TouchedKeys keys;
  private long transactionId;
  private long version;

  public CommitPoint(CommitSequencer order) {
    this.order = order;
  }

  /** Announces that the next commit writes the changes of the given run. */
  public void expect(TouchedKeys written, long ofTransaction) {
    keys = written;
    transactionId = ofTransaction;
    version = 0;
  }

  /** Announces that the next commit writes nothing. */
  public void expectNothing() {
    keys = null;
    version = 0;
  }

  @Override
  public void committing(long protocolVersion, AccessSet accesses) {
    if (keys != null && keys.changes() > 0) {
      mark.installing(order.last() + 1);
      version = order.next(transactionId, keys);
      keys.stamp(version, transactionId);
    }
  }

  /** Announces that the writes of the commit are visible, or that the attempt has not committed. */
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
}
