package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequestClosure;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.google.protobuf.Message;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends parts of this member's last snapshot to members that copy it, and records whether a copy is
 * in progress.
 *
 * <p>After a member has copied a snapshot, it needs all entries after the snapshot. If this member
 * took another snapshot, this member would remove some of these entries. The copying member would
 * then have to copy the new snapshot. If entries arrive faster than snapshots are copied, the other
 * member would never catch up. So no snapshot replaces the last one while a copy is in progress.
 */
final class SnapshotCopies extends GetFileRequestProcessor {

  /**
   * The minimum time after the last request during which another member may still be loading the
   * copied snapshot.
   */
  static final long LOADING_NS = TimeUnit.SECONDS.toNanos(10);

  /**
   * The maximum time for which a copy prevents the removal of entries, so that the log does not
   * fill the disk.
   */
  static final long MAX_NS = TimeUnit.HOURS.toNanos(1);

  private final LongSupplier clockNs;

  /** This field and the next one are guarded by the monitor. */
  private long beganNs;

  private long requestedNs;

  SnapshotCopies(Executor executor, LongSupplier clockNs) {
    super(executor);
    this.clockNs = clockNs;
    beganNs = clockNs.getAsLong() - MAX_NS;
    requestedNs = beganNs;
  }

  @Override
  public Message processRequest(GetFileRequest request, RpcRequestClosure done) {
    requested();
    return super.processRequest(request, done);
  }

  /** Records a request for a part of the snapshot. */
  synchronized void requested() {
    long nowNs = clockNs.getAsLong();
    if (nowNs - requestedNs >= loadingNs()) {
      beganNs = nowNs;
    }
    requestedNs = nowNs;
  }

  /**
   * Returns the time that another member may need to load the copied snapshot. A load of a snapshot
   * takes at most about as long as the copy.
   */
  private long loadingNs() {
    return Math.max(LOADING_NS, requestedNs - beganNs);
  }

  /**
   * Returns whether another member may be copying or loading the last snapshot. Any thread may call
   * this method.
   */
  synchronized boolean areInProgress() {
    long nowNs = clockNs.getAsLong();
    return nowNs - requestedNs < loadingNs() && nowNs - beganNs < MAX_NS;
  }
}
