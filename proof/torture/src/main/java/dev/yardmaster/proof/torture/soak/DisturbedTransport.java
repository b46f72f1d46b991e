package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connects one client to the server's present port. A test can reset and stall the connections. The
 * transports of all clients share the event loops. Any thread may call the methods.
 */
final class DisturbedTransport implements Transport {

  /**
   * A port on which no process listens. While there is no server, clients connect to this port, and
   * their connections are refused.
   */
  static final int NO_SERVER = 1;

  private final Transport transport;

  private volatile int port = NO_SERVER;

  private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

  DisturbedTransport(Transport transport) {
    this.transport = transport;
  }

  /** Sets the port to which later connections lead. */
  void server(int atPort) {
    port = atPort;
  }

  @Override
  public Future<?> connect(InetSocketAddress to, ChannelHandler handler) {
    return transport.connect(
        new InetSocketAddress(to.getHostString(), port),
        new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel channel) {
            channels.add(channel);
            channel.closeFuture().addListener(closed -> channels.remove(channel));
            channel.pipeline().addLast(handler);
          }
        });
  }

  /**
   * Resets all connections: the server receives RST instead of an orderly close. Returns the number
   * of connections that were reset.
   */
  int reset() {
    int count = 0;
    for (Channel channel : List.copyOf(channels)) {
      if (channel.config() instanceof SocketChannelConfig socket
          && channel.isActive()
          && channels.remove(channel)) {
        socket.setSoLinger(0);
        var unused = channel.close();
        count++;
      }
    }
    return count;
  }

  /**
   * Returns whether exactly the given number of connections is open, all of them to the server's
   * present port.
   */
  boolean isConnected(int count) {
    int presentPort = port;
    return channels.size() == count
        && channels.stream()
            .allMatch(
                channel ->
                    channel.isActive()
                        && channel.remoteAddress() instanceof InetSocketAddress to
                        && to.getPort() == presentPort);
  }

  /** Stops reading from all connections, or starts reading again. */
  void read(boolean reads) {
    channels.forEach(channel -> channel.config().setAutoRead(reads));
  }

  @Override
  public ClientTime time() {
    return transport.time();
  }

  @Override
  public boolean isOwnThread() {
    return transport.isOwnThread();
  }

  @Override
  public void await(java.util.concurrent.Future<?> future, long mostNs)
      throws InterruptedException {
    transport.await(future, mostNs);
  }

  /** The method does not close the event loops, because all clients share them. */
  @Override
  public void close() {
    // The owner of the event loops closes them after all clients are closed.
  }
}
