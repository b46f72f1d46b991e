package dev.yardmaster.replication.jraft.network;

import com.alipay.sofa.jraft.option.RaftOptions;
import dev.yardmaster.replication.MemberSettings;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part that all connections of one member share: the network thread, the TLS settings, and the
 * limits. The network thread is an event loop that reads and writes all connections. Other threads
 * compute TLS handshakes, resolve host names, and wait for JRaft, so that the network thread never
 * waits. These other threads end when they are idle.
 */
public final class MemberNetwork implements AutoCloseable {

  private static final Logger LOGGER = LoggerFactory.getLogger(MemberNetwork.class);

  static final int CONNECT_TIMEOUT_MS = 2_000;

  /**
   * A connection accepts no further requests while more than this number of bytes wait to be
   * written to it.
   */
  static final int MAX_WAITING_BYTES = 16 << 20;

  private static final int HANDSHAKE_TIMEOUT_MS = 5_000;
  private static final int CLOSE_TIMEOUT_S = 5;
  private static final int IDLE_THREAD_S = 10;
  private static final int MAX_QUEUED_TASKS = 1 << 10;

  /**
   * The number of threads that may wait. This number is higher than the number of peers, so that
   * the slow resolution of one host name does not delay the rest.
   */
  private static final int WAITING_THREADS = 8;

  private static final int HANDSHAKE_THREADS = 2;

  /**
   * The length at which JRaft closes a batch of appends. The last entry of a batch may exceed this
   * length.
   */
  private static final int MAX_BATCH_BYTES = new RaftOptions().getMaxBodySize();

  /**
   * The maximum length of the metadata of a batch: the terms, types and lengths of the entries, and
   * the names of members.
   */
  private static final int MAX_METADATA_BYTES = 1 << 20;

  private final EventLoopGroup loops;
  private final EventLoop loop;
  private final ThreadPoolExecutor waiting;
  private final ThreadPoolExecutor handshakes;
  private final Optional<TlsFiles> tls;
  private final Partition partition;
  private final LeaderSilence leaderSilence = new LeaderSilence(System::nanoTime);

  /**
   * Starts the network thread.
   *
   * @throws IOException if a file of the TLS settings cannot be read or used
   */
  public MemberNetwork(MemberSettings settings, Partition partition) throws IOException {
    this.partition = partition;
    tls =
        settings.tls().isPresent()
            ? Optional.of(new TlsFiles(settings.tls().get()))
            : Optional.empty();
    String name = settings.self().name();
    waiting = pool(name + "-raft-wait", WAITING_THREADS);
    handshakes = pool(name + "-raft-handshake", HANDSHAKE_THREADS);
    loops =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(name + "-raft-network", true), NioIoHandler.newFactory());
    loop = loops.next();
  }

  /** Returns the object that measures the time since the member accepted a message of a leader. */
  public LeaderSilence leaderSilence() {
    return leaderSilence;
  }

  private static ThreadPoolExecutor pool(String name, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_THREAD_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED_TASKS),
            new DefaultThreadFactory(name, true));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Returns the maximum length of a frame. It does not depend on the member's own limit for
   * entries. The limits of two members differ while an operator changes them, and the log may
   * contain entries from before a change.
   */
  static int maxFrameBytes() {
    return MemberSettings.MAX_ENTRY_BYTES + MAX_BATCH_BYTES + MAX_METADATA_BYTES;
  }

  /** Returns the network thread. */
  EventLoop loop() {
    return loop;
  }

  /**
   * Runs a task that may wait on another thread. Drops the task if the member is closed or too many
   * tasks are queued.
   */
  void execute(Runnable task) {
    try {
      waiting.execute(task);
    } catch (RejectedExecutionException e) {
      LOGGER.debug("A task is dropped", e);
    }
  }

  /**
   * Resolves a host name, without a cache of its own. The future completes on the network thread.
   * It fails if the host is unknown, or if this member has no TLS and the address is not a loopback
   * address.
   */
  CompletableFuture<InetAddress> resolve(String host) {
    CompletableFuture<InetAddress> resolved = new CompletableFuture<>();
    if (NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host)) {
      // A literal address is parsed without a request to a name server.
      lookUp(host, resolved);
    } else {
      try {
        waiting.execute(() -> lookUp(host, resolved));
      } catch (RejectedExecutionException e) {
        resolved.completeExceptionally(
            new UnknownHostException(host + ": resolves too many names"));
      }
    }
    return resolved.thenApplyAsync(address -> address, loop);
  }

  private void lookUp(String host, CompletableFuture<InetAddress> resolved) {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (tls.isEmpty() && !address.isLoopbackAddress()) {
        resolved.completeExceptionally(
            new ConnectException(address + " is not a loopback address, and there is no TLS"));
      } else {
        resolved.complete(address);
      }
    } catch (UnknownHostException e) {
      resolved.completeExceptionally(e);
    }
  }

  /**
   * Sets up a connection that this member has accepted. Called on the network thread.
   *
   * @return completes when the TLS handshake has ended; empty without TLS
   */
  Optional<Future<Channel>> initAccepted(Channel channel, ChannelHandler handler) {
    Optional<SslHandler> handshake =
        tls.map(files -> files.accepting().newHandler(channel.alloc(), handshakes));
    init(channel, handshake, handler);
    return handshake.map(SslHandler::handshakeFuture);
  }

  /**
   * Sets up a connection that this member opens. Called on the network thread.
   *
   * @param host the host that the other member's certificate must name
   */
  void initConnecting(Channel channel, String host, int port, ChannelHandler handler) {
    init(
        channel,
        tls.map(files -> files.connecting().newHandler(channel.alloc(), host, port, handshakes)),
        handler);
  }

  private void init(Channel channel, Optional<SslHandler> tls, ChannelHandler handler) {
    channel
        .config()
        .setWriteBufferWaterMark(
            new WriteBufferWaterMark(MAX_WAITING_BYTES / 2, MAX_WAITING_BYTES));
    ChannelPipeline pipeline = channel.pipeline();
    tls.ifPresent(
        handshake -> {
          handshake.setHandshakeTimeoutMillis(HANDSHAKE_TIMEOUT_MS);
          pipeline.addLast(handshake);
        });
    pipeline.addLast(
        new FlushConsolidationHandler(
            FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true),
        new Frame.Decoder(maxFrameBytes()),
        partition.handler(),
        handler);
  }

  /**
   * Returns the reason why a connection has ended. If Netty has wrapped the original exception,
   * returns the original one.
   */
  static Throwable reason(Throwable failure) {
    return failure.getClass() == DecoderException.class && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /**
   * Ends the threads. A thread that is still resolving a host name ends later, when the operating
   * system has answered.
   */
  @Override
  public void close() {
    waiting.shutdownNow();
    loops.shutdownGracefully(0, CLOSE_TIMEOUT_S, TimeUnit.SECONDS).awaitUninterruptibly();
    handshakes.shutdownNow();
    await(waiting);
    await(handshakes);
  }

  private static void await(ThreadPoolExecutor pool) {
    try {
      if (!pool.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS)) {
        LOGGER.warn("A thread does not end: {}", pool);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
