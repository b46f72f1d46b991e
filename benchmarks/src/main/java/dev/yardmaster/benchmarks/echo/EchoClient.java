package dev.yardmaster.benchmarks.echo;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Keeps a constant number of messages outstanding on its connections, because it sends a message
 * for every answer. All connections are on one event loop. The client reads the clock for each
 * message only if latencies are recorded.
 */
public final class EchoClient implements AutoCloseable {

  private static final long MAX_LATENCY_NS = 120_000_000_000L;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final NanoClock clock;
  private final boolean timed;
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, 3);

  /** The number of answered messages. Only the event loop writes it. */
  private final AtomicLong exchanged = new AtomicLong();

  /** The failure that broke a connection. Only the event loop writes it. */
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private volatile boolean recording;

  /**
   * Connects to the server and begins to send messages.
   *
   * @param requestBytes length of a message on the wire, including its length prefix
   * @param inFlight number of outstanding messages, the sum over all connections
   * @param timed whether latencies are recorded
   */
  public EchoClient(
      EchoKind kind,
      int port,
      int connections,
      int inFlight,
      int requestBytes,
      boolean timed,
      NanoClock clock) {
    this.clock = clock;
    this.timed = timed;
    EchoFrame request = new EchoFrame(kind, requestBytes);
    for (int i = 0; i < connections; i++) {
      int share = inFlight / connections + (i < inFlight % connections ? 1 : 0);
      if (share > 0) {
        connect(port, new Loop(request, share));
      }
    }
  }

  private void connect(int port, Loop loop) {
    new Bootstrap()
        .group(group)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(EchoFrame.decoder(), loop);
              }
            })
        .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .syncUninterruptibly();
  }

  /** Returns the number of messages answered so far. Any thread may call this method. */
  public long exchanged() {
    return exchanged.getAcquire();
  }

  /** Returns the failure that broke a connection, or null. Any thread may call this method. */
  public Throwable failure() {
    return failure.get();
  }

  /** Begins to record latencies. Any thread may call this method. */
  public void record() {
    recording = true;
  }

  /** Returns the recorded latencies, in ns. Call this method only after {@link #close}. */
  public Histogram latencyNs() {
    return latencyNs;
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Loop extends ChannelInboundHandlerAdapter {
    private final EchoFrame request;
    private final int share;
    private final long[] sentNs;
    private int oldest;
    private int answered;

    Loop(EchoFrame request, int share) {
      this.request = request;
      this.share = share;
      this.sentNs = new long[share];
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      for (int i = 0; i < share; i++) {
        sentNs[i] = timed ? clock.nanoTime() : 0;
        var unused = context.write(request.next(context.alloc()), context.voidPromise());
      }
      context.flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      answered++;
      if (timed) {
        take();
      }
      var unused = context.write(request.next(context.alloc()), context.voidPromise());
    }

    /**
     * Records the latency of the oldest message, because answers arrive in the order of the
     * messages.
     */
    private void take() {
      long nowNs = clock.nanoTime();
      if (recording) {
        latencyNs.recordValue(Math.min(MAX_LATENCY_NS, nowNs - sentNs[oldest]));
      }
      sentNs[oldest] = nowNs;
      oldest = oldest + 1 == share ? 0 : oldest + 1;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      exchanged.setRelease(exchanged.getPlain() + answered);
      answered = 0;
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      failure.compareAndSet(null, cause);
      var unused = context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      failure.compareAndSet(
          null, new IllegalStateException("the echo server closed the connection"));
    }
  }
}
