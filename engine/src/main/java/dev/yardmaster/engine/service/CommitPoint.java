package dev.yardmaster.engine.service;

import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.transaction.CommitListener;

/**
 * The moment of a worker's commits: gives each that changes something its version, and notes it in
 * the values before others see them. Used by the worker's thread.
 */
final class CommitPoint implements CommitListener {

  private static final long NONE = Long.MAX_VALUE;

  private final CommitSequencer order;

  /** No higher than the version of the commit whose writes are being made visible. */
  private volatile long lowestInstalling = NONE;

  private TouchedKeys keys;
  private long transactionId;
  private long version;

  CommitPoint(CommitSequencer order) {
    this.order = order;
  }

  /** What the next commit writes is in these keys. */
  void expect(TouchedKeys written, long ofTransaction) {
    keys = written;
    transactionId = ofTransaction;
    version = 0;
  }

  /** The next commit writes nothing. */
  void expectNothing() {
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

  /** All can see what has been committed, or nothing has been. */
  void installed() {
    if (lowestInstalling != NONE) {
      lowestInstalling = NONE;
    }
  }

  /**
   * A version up to which every commit can be seen by all. Any thread.
   *
   * @param order that of all the points
   */
  static long watermark(CommitSequencer order, Iterable<CommitPoint> points) {
    // First: who draws a version later has a higher one, and who drew before has said so.
    long watermark = order.last();
    for (CommitPoint point : points) {
      watermark = Math.min(watermark, point.lowestInstalling - 1);
    }
    return watermark;
  }

  /** The version of what has committed; 0 if it has changed nothing. */
  long version() {
    return version;
  }
}
