package dev.yardmaster.server.connection;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.EncodedCalls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;

/** Listens at an address, and makes a {@link ServerConnection} of whoever comes. Any thread. */
public final class Acceptor implements AutoCloseable {

  private static final int BACKLOG = 1024;

  private final Channel listening;
  private final Connections connections;

  private Acceptor(Channel listening, Connections connections) {
    this.listening = listening;
    this.connections = connections;
  }

  /**
   * Begins to listen.
   *
   * @param address where; port 0 for any that is free
   * @param loops run the connections; not closed here
   * @param tls null for none
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if nobody can listen there
   */
  public static Acceptor listen(
      InetSocketAddress address,
      EventLoopGroup loops,
      SslContext tls,
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
                      SslHandler handler = tls.newHandler(channel.alloc());
                      handler.setHandshakeTimeoutMillis(settings.tlsHandshakeTimeoutMs());
                      channel.pipeline().addLast(handler);
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
          "the server cannot listen there",
          bound.cause(),
          "address",
          address,
          "reason",
          bound.cause().getMessage());
    }
    return new Acceptor(bound.channel(), connections);
  }

  /** The handler of one connection, for who brings channels of his own; it serves one channel. */
  public static ChannelHandler connection(
      EncodedCalls service,
      Identification identification,
      ConnectionLimits settings,
      Connections connections) {
    return new ServerConnection(service, identification, settings, connections);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Takes no more connections, and lets those that there are end what they have begun. */
  public void drain() {
    listening.close().awaitUninterruptibly();
    connections.drain();
  }

  /** Closes all. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close();
  }
}
