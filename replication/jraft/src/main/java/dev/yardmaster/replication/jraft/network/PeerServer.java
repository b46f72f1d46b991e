package dev.yardmaster.replication.jraft.network;

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
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Accepts the connections of other members, and passes their requests to JRaft's processors. */
public final class PeerServer {

  private static final int BACKLOG = 128;

  /**
   * The maximum number of connections with a complete handshake. Each other member opens one
   * connection; a machine that restarts may leave some connections behind.
   */
  private static final int MAX_CONNECTIONS = 256;

  /**
   * The maximum number of connections whose TLS handshake is not complete. Another connection
   * closes the oldest of them. So clients that do not complete a handshake cannot keep members from
   * connecting.
   */
  private static final int MAX_HANDSHAKES = 64;

  private final MemberNetwork network;
  private final Map<MessageType, RpcProcessor<?>> processors = new EnumMap<>(MessageType.class);
  private final ConnectionClosedEventListener closedListener;
  private final RefusalLog refusals = new RefusalLog();
  private final ChannelGroup accepted;

  /**
   * The connections whose handshake is not complete, oldest first. Only the network thread uses
   * this field.
   */
  private final Set<Channel> handshakes = new LinkedHashSet<>();

  private Channel listening;

  /**
   * Creates a server that does not listen yet.
   *
   * @param closedListener is called for each closed connection, on a thread that may wait
   */
  public PeerServer(MemberNetwork network, ConnectionClosedEventListener closedListener) {
    this.network = network;
    this.closedListener = closedListener;
    accepted = new DefaultChannelGroup(network.loop(), /* stayClosed= */ true);
  }

  /** Sets the processor for a type of requests. Call this method before {@link #listen}. */
  public void register(RpcProcessor<?> processor) {
    processors.put(MessageType.ofClass(processor.interest()).orElseThrow(), processor);
  }

  /**
   * Listens at a member's address.
   *
   * @throws IOException if the port is in use, or the host is not an address of this machine
   */
  public void listen(Member self) throws IOException {
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
    if (accepted.size() - handshakes.size() >= MAX_CONNECTIONS) {
      refusals.refused(
          channel.remoteAddress(),
          new IOException("more than " + MAX_CONNECTIONS + " connections of members"));
      var unused = channel.close();
      return;
    }
    accepted.add(channel);
    network
        .initAccepted(
            channel, new AcceptedConnection(channel, processors, network, closedListener, refusals))
        .ifPresent(handshake -> awaitHandshake(channel, handshake));
  }

  private void awaitHandshake(Channel channel, Future<Channel> handshake) {
    if (handshakes.size() >= MAX_HANDSHAKES) {
      Channel oldest = handshakes.iterator().next();
      refusals.refused(
          oldest.remoteAddress(),
          new IOException("more than " + MAX_HANDSHAKES + " handshakes at once"));
      handshakes.remove(oldest);
      var unused = oldest.close();
    }
    handshakes.add(channel);
    handshake.addListener(ended -> handshakes.remove(channel));
  }

  /** Stops listening and closes all connections; the port is free when this method returns. */
  public void close() {
    if (listening != null) {
      listening.close().awaitUninterruptibly();
    }
    accepted.close().awaitUninterruptibly();
  }
}
