package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.rpc.RpcRequestClosure;
import com.alipay.sofa.jraft.rpc.RpcRequests.GetFileRequest;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.google.protobuf.Message;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Sends parts of this member's last snapshot to members that copy it, and knows whether one does.
 *
 * <p>A member that copies a snapshot then needs all entries after it. A next snapshot would remove
 * these entries, and the member would have to copy that one. Where entries come faster than
 * snapshots are copied, it would never catch up.
 */
final class SnapshotCopies extends GetFileRequestProcessor {

  /** So long after the last request, a member may still load what it has copied. */
  private static final long LOADING_NS = TimeUnit.SECONDS.toNanos(10);

  /** Threads that serve other members write it; any thread reads it. */
  private volatile long requestedNs = System.nanoTime() - LOADING_NS;

  SnapshotCopies(Executor executor) {
    super(executor);
  }

  @Override
  public Message processRequest(GetFileRequest request, RpcRequestClosure done) {
    requestedNs = System.nanoTime();
    return super.processRequest(request, done);
  }

  /** Returns whether another member copies the last snapshot, or loads it. Any thread may ask. */
  boolean areInProgress() {
    return System.nanoTime() - requestedNs < LOADING_NS;
  }
}
