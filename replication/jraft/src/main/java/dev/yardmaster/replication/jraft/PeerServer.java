package dev.yardmaster.replication.jraft;

import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import dev.yardmaster.replication.Member;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts the connections of other members, and hands their requests to JRaft's processors. */
final class PeerServer {

  private static final Logger LOGGER = LoggerFactory.getLogger(PeerServer.class);

  private static final int BACKLOG = 128;

  /** Each other member opens one; a restarted machine can leave some behind. */
  private static final int MAX_CONNECTIONS = 256;

  private final MemberNetwork network;
  private final Map<MessageType, RpcProcessor<?>> processors = new EnumMap<>(MessageType.class);
  private final ConnectionClosedEventListener closedListener;
  private final RefusalLog refusals = new RefusalLog();
  private final ChannelGroup accepted;
  private Channel listening;

  /**
   * Creates a server that does not listen yet.
   *
   * @param closedListener hears of each closed connection, on a thread on which it may wait
   */
  PeerServer(MemberNetwork network, ConnectionClosedEventListener closedListener) {
    this.network = network;
    this.closedListener = closedListener;
    accepted = new DefaultChannelGroup(network.loop(), /* stayClosed= */ true);
  }

  /** Sets the processor of a type of requests, before the server listens. */
  void register(RpcProcessor<?> processor) {
    processors.put(MessageType.ofClass(processor.interest()).orElseThrow(), processor);
  }

  /**
   * Listens at a member's address.
   *
   * @throws IOException if the port is in use or the host is not one of this machine
   */
  void listen(Member self) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(network.loop())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(new InetSocketAddress(self.host(), self.port()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException("cannot listen at " + self.host() + ":" + self.port(), bound.cause());
    }
    listening = bound.channel();
  }

  private void accept(Channel channel) {
    if (accepted.size() >= MAX_CONNECTIONS) {
      LOGGER.warn("Refused {}: {} connections are open", channel.remoteAddress(), MAX_CONNECTIONS);
      var unused = channel.close();
      return;
    }
    accepted.add(channel);
    network.initAccepted(
        channel, new AcceptedConnection(channel, processors, network, closedListener, refusals));
  }

  /** Stops listening and closes all connections; the port is free when this method returns. */
  void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    accepted.close().awaitUninterruptibly();
  }
}
