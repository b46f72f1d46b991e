package dev.yardmaster.server.admin;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.server.security.ConnectionTls;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A small HTTP server that shows the state of a Yardmaster server: {@code /health}, {@code /ready},
 * {@code /metrics}, {@code /api/live}, {@code /api/history} and the dashboard at {@code /}.
 *
 * <p>The server answers GET and HEAD, and POST for operations. Figures need a bearer token that
 * {@link AdminAccess} allows. Health, readiness and the dashboard's files contain no figures, so
 * they need no token. The dashboard asks the user for the token and keeps the token while the
 * browser tab is open.
 */
public final class AdminServer implements AutoCloseable {

  /** The default port. */
  public static final int DEFAULT_PORT = 7401;

  private static final long CLOSE_TIMEOUT_S = 5;

  /** The server's own threads; null if the caller owns the threads. */
  private final EventLoopGroup ownThreads;

  private final AdminConnections connections;
  private final Channel listening;

  private AdminServer(EventLoopGroup ownThreads, AdminConnections connections, Channel listening) {
    this.ownThreads = ownThreads;
    this.connections = connections;
    this.listening = listening;
  }

  /**
   * Starts a server that has its own thread.
   *
   * @param address where to listen; port 0 takes any free port
   * @param tls encrypts the connections; null for plain HTTP
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the server cannot listen there
   */
  public static AdminServer start(
      InetSocketAddress address, AdminSources sources, AdminAccess access, ConnectionTls tls) {
    EventLoopGroup own =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("yardmaster-admin", true), NioIoHandler.newFactory());
    try {
      return start(address, sources, access, tls, own, own, Map.of(), AdminDeadlines.DEFAULT);
    } catch (Throwable thrown) {
      end(own);
      throw thrown;
    }
  }

  /**
   * Starts a server on the caller's threads, which must use Netty's NIO transport. A scrape of the
   * metrics occupies one of the threads for some milliseconds.
   *
   * @param address where to listen; port 0 takes any free port
   * @param tls encrypts the connections; null for plain HTTP
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the server cannot listen there
   */
  public static AdminServer start(
      InetSocketAddress address,
      AdminSources sources,
      AdminAccess access,
      ConnectionTls tls,
      EventLoopGroup threads) {
    return start(address, sources, access, tls, threads, null, Map.of(), AdminDeadlines.DEFAULT);
  }

  /**
   * Starts a server on the caller's threads that also executes operations. Only principals with the
   * role admin may request operations or, if security is off, only clients on the same machine.
   *
   * @param operations the operations, by their paths
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the server cannot listen there
   */
  public static AdminServer start(
      InetSocketAddress address,
      AdminSources sources,
      AdminAccess access,
      ConnectionTls tls,
      EventLoopGroup threads,
      Map<String, AdminOperation> operations) {
    return start(address, sources, access, tls, threads, null, operations, AdminDeadlines.DEFAULT);
  }

  static AdminServer start(
      InetSocketAddress address,
      AdminSources sources,
      AdminAccess access,
      ConnectionTls tls,
      EventLoopGroup threads,
      EventLoopGroup ownThreads,
      Map<String, AdminOperation> operations,
      AdminDeadlines deadlines) {
    AdminConnections connections = new AdminConnections();
    AdminPages pages = new AdminPages(sources);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childHandler(new AdminChannel(tls, deadlines, pages, access, operations, connections))
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

  /** Returns the address at which the server listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Stops listening, closes all connections, and ends the server's own thread. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close(CLOSE_TIMEOUT_S);
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
