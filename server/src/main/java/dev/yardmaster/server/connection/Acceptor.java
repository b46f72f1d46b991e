package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.ConnectionTls;
import dev.yardmaster.server.security.Identification;
import dev.yardmaster.service.EncodedCalls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;

/**
 * Listens at an address and serves each connection by a {@link ServerConnection}. This class is
 * thread-safe.
 */
public final class Acceptor implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final Channel listening;
  private final Connections connections;

  private Acceptor(Channel listening, Connections connections) {
    this.listening = listening;
    this.connections = connections;
  }

  /**
   * Starts to listen.
   *
   * @param address where to listen; port 0 takes any free port
   * @param loops the event loops that run the connections; the caller closes them
   * @param tls null for plain TCP
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the server cannot listen there
   */
  public static Acceptor listen(
      InetSocketAddress address,
      EventLoopGroup loops,
      ConnectionTls tls,
      EncodedCalls service,
      Identification identification,
      ConnectionLimits settings,
      Connections connections) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(
                    settings.unwrittenLowBytes(), settings.unwrittenHighBytes()))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    if (tls != null) {
                      tls.addTo(channel, settings.tlsHandshakeTimeoutMs());
                    }
                    channel
                        .pipeline()
                        .addLast(
                            "connection",
                            new ServerConnection(service, identification, settings, connections));
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED,
          "the server cannot listen at the address",
          bound.cause(),
          "address",
          address,
          "reason",
          bound.cause().getMessage());
    }
    return new Acceptor(bound.channel(), connections);
  }

  /**
   * Returns the handler of a new connection, for callers with their own channels. Each handler
   * serves one channel.
   */
  public static ChannelHandler connection(
      EncodedCalls service,
      Identification identification,
      ConnectionLimits settings,
      Connections connections) {
    return new ServerConnection(service, identification, settings, connections);
  }

  /** Returns the address at which the server listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /**
   * Stops accepting connections. Open connections can still complete their transactions in flight.
   */
  public void drain() {
    listening.close().awaitUninterruptibly();
    connections.drain();
  }

  /** Stops listening and closes all connections. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close();
  }
}
