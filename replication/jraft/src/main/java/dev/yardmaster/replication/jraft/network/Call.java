package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.rpc.InvokeCallback;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.Future;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * A request that has no response yet. After the request was passed to the connection, only the
 * network thread uses the object.
 */
final class Call {

  private final ByteBuf frame;
  private final InvokeCallback callback;
  private Future<?> timer;
  private boolean done;

  /**
   * Creates a call.
   *
   * @param frame the encoded request
   * @param callback receives either the response or the failure, once, on the callback's executor
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
      // The executor has ended, or its queue is full. JRaft must still learn of the failure.
      callback.complete(null, e);
    }
  }
}
