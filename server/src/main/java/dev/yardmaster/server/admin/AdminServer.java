package dev.yardmaster.server.admin;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A small HTTP server that shows how a Yardmaster server is: {@code /health}, {@code /ready},
 * {@code /metrics}, {@code /api/live}, {@code /api/history} and the dashboard at {@code /}.
 *
 * <p>It answers GET and HEAD only, and changes nothing. Figures are shown to whoever {@link
 * AdminAccess} allows, by the bearer token that they send. Health, readiness and the dashboard's
 * files, in which there are no figures, are shown to everybody; the dashboard asks for the token
 * and keeps it as long as its tab is open.
 */
public final class AdminServer implements AutoCloseable {

  /** Where it listens if nothing else is said. */
  public static final int DEFAULT_PORT = 7401;

  private static final int IDLE_S = 30;
  private static final long CLOSE_TIMEOUT_S = 5;

  /** Null if the threads are somebody else's. */
  private final EventLoopGroup ownThreads;

  private final ChannelGroup connections;
  private final Channel listening;

  private AdminServer(EventLoopGroup ownThreads, ChannelGroup connections, Channel listening) {
    this.ownThreads = ownThreads;
    this.connections = connections;
    this.listening = listening;
  }

  /**
   * Starts a server on a thread of its own.
   *
   * @param address where to listen; port 0 takes any that is free
   * @param tls what connections are encrypted with; null for plain HTTP
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if it cannot listen there
   */
  public static AdminServer start(
      InetSocketAddress address, AdminSources sources, AdminAccess access, SslContext tls) {
    EventLoopGroup own =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("yardmaster-admin", true), NioIoHandler.newFactory());
    try {
      return start(address, sources, access, tls, own, own, IDLE_S);
    } catch (Throwable thrown) {
      end(own);
      throw thrown;
    }
  }

  /**
   * Starts a server on threads that are somebody else's, of Netty's NIO transport; a scrape of the
   * metrics holds one of them for some milliseconds.
   *
   * @param address where to listen; port 0 takes any that is free
   * @param tls what connections are encrypted with; null for plain HTTP
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if it cannot listen there
   */
  public static AdminServer start(
      InetSocketAddress address,
      AdminSources sources,
      AdminAccess access,
      SslContext tls,
      EventLoopGroup threads) {
    return start(address, sources, access, tls, threads, null, IDLE_S);
  }

  static AdminServer start(
      InetSocketAddress address,
      AdminSources sources,
      AdminAccess access,
      SslContext tls,
      EventLoopGroup threads,
      EventLoopGroup ownThreads,
      int idleS) {
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    AdminPages pages = new AdminPages(sources);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childHandler(new AdminChannel(tls, idleS, pages, access, connections))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED,
          "the admin server cannot listen: " + bound.cause().getMessage(),
          bound.cause(),
          "address",
          address);
    }
    return new AdminServer(ownThreads, connections, bound.channel());
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Stops listening, closes all connections, and ends its own thread. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
    if (ownThreads != null) {
      end(ownThreads);
    }
  }

  private static void end(EventLoopGroup threads) {
    threads
        .shutdownGracefully(0, CLOSE_TIMEOUT_S, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_TIMEOUT_S, TimeUnit.SECONDS);
  }
}
