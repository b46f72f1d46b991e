package dev.yardmaster.server.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes a connection whose client keeps the server waiting for longer than {@link AdminDeadlines}
 * allows. A deadline ends only with a complete request or a written answer, which begins the next
 * deadline; single bytes do not extend a deadline. The handler is the first handler of its
 * connection, so the deadline of the first request includes the TLS handshake. The handler runs on
 * the connection's event loop.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(RequestDeadline.class);

  private final AdminDeadlines deadlines;
  private final AdminConnections connections;
  private ChannelHandlerContext context;
  private ScheduledFuture<?> deadline;
  private boolean idle;

  RequestDeadline(AdminDeadlines deadlines, AdminConnections connections) {
    this.deadlines = deadlines;
    this.connections = connections;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    connections.add(added.channel());
    closeAfter(deadlines.requestMs());
  }

  @Override
  public void channelRead(ChannelHandlerContext reading, Object bytes) {
    if (idle) {
      idle = false;
      closeAfter(Math.min(deadlines.requestMs(), deadline.getDelay(TimeUnit.MILLISECONDS)));
    }
    reading.fireChannelRead(bytes);
  }

  /** Begins the deadline of an answer. */
  void requestComplete() {
    idle = false;
    connections.waitsAnew(context.channel());
    closeAfter(deadlines.answerMs());
  }

  /**
   * Ends all deadlines of a connection, because the sender of a long answer has its own timeouts.
   */
  void longAnswer() {
    connections.exempt(context.channel());
    cancel();
  }

  /**
   * Begins the deadline of the next request.
   *
   * @param begun whether the first byte of the request has already arrived
   */
  void answerWritten(boolean begun) {
    idle = !begun;
    connections.waitsAnew(context.channel());
    closeAfter(begun ? deadlines.requestMs() : deadlines.idleMs());
  }

  private void closeAfter(long delayMs) {
    cancel();
    deadline = context.executor().schedule(this::close, delayMs, TimeUnit.MILLISECONDS);
  }

  private void close() {
    LOG.debug("a client of the admin server was too slow; the connection is closed");
    var unused = context.close();
  }

  private void cancel() {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext removed) {
    cancel();
  }
}
