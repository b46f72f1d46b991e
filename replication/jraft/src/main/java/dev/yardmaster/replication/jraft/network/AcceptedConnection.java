package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequestHeader;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.alipay.sofa.jraft.util.RpcFactoryHelper;
import com.google.protobuf.Message;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.CorruptedFrameException;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that another member has opened. The network thread reads requests from the
 * connection, and passes them in order to the executors that JRaft selects. Any thread may send a
 * response.
 */
final class AcceptedConnection extends SimpleChannelInboundHandler<Frame> implements Connection {

  private static final Logger LOGGER = LoggerFactory.getLogger(AcceptedConnection.class);

  private final Channel channel;
  private final String remote;
  private final Map<MessageType, RpcProcessor<?>> processors;
  private final MemberNetwork network;
  private final ConnectionClosedEventListener closedListener;
  private final RefusalLog refusals;
  private final Map<String, Object> attributes = new ConcurrentHashMap<>();
  private boolean failed;

  AcceptedConnection(
      Channel channel,
      Map<MessageType, RpcProcessor<?>> processors,
      MemberNetwork network,
      ConnectionClosedEventListener closedListener,
      RefusalLog refusals) {
    this.channel = channel;
    remote = String.valueOf(channel.remoteAddress());
    this.processors = processors;
    this.network = network;
    this.closedListener = closedListener;
    this.refusals = refusals;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    if (failed) {
      return;
    }
    RpcProcessor<?> processor = processors.get(frame.type());
    if (processor == null) {
      throw new CorruptedFrameException(frame.type() + " instead of a request");
    }
    dispatch(processor, frame);
  }

  /**
   * Passes a request to its processor. The cast is safe: the processor was found by the type of the
   * frame, so the message has the class that the processor expects.
   */
  @SuppressWarnings("unchecked")
  private <T> void dispatch(RpcProcessor<T> processor, Frame frame) {
    RpcContext request = new Request(frame.number());
    try {
      executor(processor, frame.message())
          .execute(() -> processor.handleRequest(request, (T) frame.message()));
    } catch (RuntimeException e) {
      // The node is closed, or the executor's queue is full.
      LOGGER.debug("A request of {} is not handled", remote, e);
      request.sendResponse(
          RpcFactoryHelper.responseFactory()
              .newResponse(null, RaftError.EBUSY, "%s", "the member takes no requests: " + e));
    }
  }

  /**
   * Returns the executor of a request. For appends, JRaft selects one thread for each peer. So the
   * peer's appends stay in order.
   */
  private static Executor executor(RpcProcessor<?> processor, Message message) {
    if (processor.executorSelector() != null && message instanceof AppendEntriesRequest append) {
      return processor
          .executorSelector()
          .select(
              AppendEntriesRequest.class.getName(),
              AppendEntriesRequestHeader.newBuilder()
                  .setGroupId(append.getGroupId())
                  .setPeerId(append.getPeerId())
                  .setServerId(append.getServerId())
                  .build());
    }
    return processor.executor();
  }

  /** Stops reading requests while the peer does not read its responses. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(context.channel().isWritable());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    network.execute(() -> closedListener.onClosed(remote, this));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (failed) {
      return;
    }
    failed = true;
    Throwable reason = MemberNetwork.reason(cause);
    if (reason instanceof IOException && !(reason instanceof SSLException)) {
      LOGGER.debug("Lost the connection of {}", remote, reason);
    } else {
      refusals.refused(channel.remoteAddress(), reason);
    }
    var unused = context.close();
  }

  @Override
  public Object getAttribute(String key) {
    return attributes.get(key);
  }

  @Override
  public void setAttribute(String key, Object value) {
    attributes.put(key, value);
  }

  @Override
  public Object setAttributeIfAbsent(String key, Object value) {
    return attributes.putIfAbsent(key, value);
  }

  @Override
  public void close() {
    var unused = channel.close();
  }

  /** A request, with the method that sends the response. */
  private final class Request implements RpcContext {

    private final long number;

    Request(long number) {
      this.number = number;
    }

    @Override
    public void sendResponse(Object response) {
      if (response instanceof AppendEntriesResponse answer && answer.getSuccess()) {
        network.leaderSilence().end();
      }
      ByteBuf frame;
      try {
        frame = Frame.encode(number, (Message) response, MemberNetwork.maxFrameBytes());
      } catch (IllegalArgumentException e) {
        LOGGER.error("A response to {} is not sent", remote, e);
        return;
      }
      var unused = channel.writeAndFlush(frame, channel.voidPromise());
    }

    @Override
    public Connection getConnection() {
      return AcceptedConnection.this;
    }

    @Override
    public String getRemoteAddress() {
      return remote;
    }
  }
}
