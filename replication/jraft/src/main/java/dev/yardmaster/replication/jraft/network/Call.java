package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.rpc.InvokeCallback;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** A request that has no response yet. Only the network thread uses it once it is sent. */
final class Call {

  private final ByteBuf frame;
  private final InvokeCallback callback;
  private Future<?> timer;
  private boolean done;

  /**
   * Creates a call.
   *
   * @param frame the encoded request
   * @param callback gets the response or the failure once, on its executor
   */
  Call(ByteBuf frame, InvokeCallback callback) {
    this.frame = frame;
    this.callback = callback;
  }

  ByteBuf frame() {
    return frame;
  }

  void expiresBy(Future<?> expiry) {
    timer = expiry;
  }

  void succeed(Object response) {
    complete(response, null);
  }

  void fail(Throwable failure) {
    complete(null, failure);
  }

  private void complete(Object response, Throwable failure) {
    if (done) {
      return;
    }
    done = true;
    if (timer != null) {
      timer.cancel(false);
    }
    Executor executor = callback.executor();
    if (executor == null) {
      callback.complete(response, failure);
      return;
    }
    try {
      executor.execute(() -> callback.complete(response, failure));
    } catch (RejectedExecutionException e) {
      // The node's threads have ended or have too much to do. JRaft must still hear of it.
      callback.complete(null, e);
    }
  }
}
