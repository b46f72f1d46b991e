package dev.yardmaster.client;

import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A transport over TCP sockets, with its own event loop threads. {@link YardmasterClient#connect}
 * creates one for each client.
 */
public final class TcpTransport implements Transport {

  private static final int LOW_WATER_BYTES = 256 * 1024;
  private static final int HIGH_WATER_BYTES = 1024 * 1024;

  private final int connectTimeoutMs;
  private final EventLoopGroup loops;
  private final HostNames names;
  private final ClientTime time;

  /**
   * Starts the given number of threads.
   *
   * @param connectTimeoutMs the maximum time until a socket is connected, in ms
   */
  public TcpTransport(int threads, int connectTimeoutMs) {
    this(threads, connectTimeoutMs, InetAddress::getByName);
  }

  /** Starts the threads of a transport that looks up hosts in its own way. */
  TcpTransport(int threads, int connectTimeoutMs, HostNames.Lookup lookup) {
    this.connectTimeoutMs = connectTimeoutMs;
    names = new HostNames(lookup);
    loops =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory("yardmaster-client", true),
            NioIoHandler.newFactory());
    time = new MachineTime(loops);
  }

  @Override
  public Future<?> connect(InetSocketAddress to, ChannelHandler handler) {
    return new Bootstrap()
        .group(loops)
        .resolver(names)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectTimeoutMs)
        .option(
            ChannelOption.WRITE_BUFFER_WATER_MARK,
            new WriteBufferWaterMark(LOW_WATER_BYTES, HIGH_WATER_BYTES))
        .handler(handler)
        .connect(
            to.isUnresolved()
                ? to
                : InetSocketAddress.createUnresolved(to.getHostString(), to.getPort()));
  }

  @Override
  public ClientTime time() {
    return time;
  }

  @Override
  public boolean isOwnThread() {
    for (EventExecutor loop : loops) {
      if (loop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void await(java.util.concurrent.Future<?> future, long mostNs)
      throws InterruptedException {
    try {
      var unused = future.get(mostNs, TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException ended) {
      // The caller checks whether the future has succeeded.
    }
  }

  @Override
  public void close() {
    names.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
