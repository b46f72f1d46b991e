package dev.yardmaster.engine.service.commit;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.transaction.CommitListener;

/**
 * The commit point of a worker's transactions: gives each commit with changes its version and
 * stamps the version into the values before they become visible. The worker's thread calls the
 * methods.
 */
public final class CommitPoint implements CommitListener {

  private static final long NONE = Long.MAX_VALUE;

  private final CommitSequencer order;

  /** A lower bound for the version of the commit whose writes the worker is installing. */
  @Shared(
      writers = "the worker: before it draws a version, and after its writes are visible",
      readers = "the checkpoints",
      access =
          "volatile. The watermark is computed from the last version first, and from the "
              + "workers afterwards, so the watermark is below every version that is not "
              + "installed")
  private volatile long lowestInstalling = NONE;

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
      lowestInstalling = order.last() + 1;
      version = order.next(transactionId, keys);
      keys.stamp(version, transactionId);
    }
  }

  /** Announces that the writes of the commit are visible, or that the attempt has not committed. */
  public void installed() {
    if (lowestInstalling != NONE) {
      lowestInstalling = NONE;
    }
  }

  /**
   * Returns a version up to which the writes of every commit are visible. Any thread may call this
   * method.
   *
   * @param order the sequencer that all commit points share
   */
  public static long watermark(CommitSequencer order, Iterable<CommitPoint> points) {
    // The last version is read first. A worker that draws a version later gets a higher version; a
    // worker that drew its version before has published its lower bound.
    long watermark = order.last();
    for (CommitPoint point : points) {
      watermark = Math.min(watermark, point.lowestInstalling - 1);
    }
    return watermark;
  }

  /** Returns the version of the last commit, or 0 if the last commit changed nothing. */
  public long version() {
    return version;
  }
}
