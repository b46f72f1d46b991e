package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequestClosure;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.google.protobuf.Message;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends parts of this member's last snapshot to members that copy it, and knows whether one does.
 *
 * <p>A member that copies a snapshot then needs all entries after it. A next snapshot would remove
 * these entries, and the member would have to copy that one. Where entries come faster than
 * snapshots are copied, it would never catch up.
 */
final class SnapshotCopies extends GetFileRequestProcessor {

  /** At least so long after the last request, a member may still load what it has copied. */
  static final long LOADING_NS = TimeUnit.SECONDS.toNanos(10);

  /** A copy that takes longer keeps no entries any more, so that the log does not fill the disk. */
  static final long MAX_NS = TimeUnit.HOURS.toNanos(1);

  private final LongSupplier clockNs;

  /** Guarded by the monitor, as is the next field. */
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

  /** Notes a request for a part of the snapshot. */
  synchronized void requested() {
    long nowNs = clockNs.getAsLong();
    if (nowNs - requestedNs >= loadingNs()) {
      beganNs = nowNs;
    }
    requestedNs = nowNs;
  }

  /** To load a snapshot takes at most about as long as to copy it. */
  private long loadingNs() {
    return Math.max(LOADING_NS, requestedNs - beganNs);
  }

  /** Returns whether another member copies the last snapshot, or loads it. Any thread may ask. */
  synchronized boolean areInProgress() {
    long nowNs = clockNs.getAsLong();
    return nowNs - requestedNs < loadingNs() && nowNs - beganNs < MAX_NS;
  }
}
