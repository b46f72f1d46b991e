package dev.yardmaster.benchmarks.redis;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Procedures on a Redis server, over several connections that one event loop serves. It takes
 * procedures only, and no ids. If a connection breaks, whatever is outstanding breaks.
 */
abstract class RedisService implements TransactionService {

  private static final int MAX_ELEMENTS = 1 << 16;
  private static final int MAX_DEPTH = 4;

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final List<RedisConnection> connections = new ArrayList<>();

  /** The event loop's: the connection whose replies are taken at the moment, or null. */
  private RedisConnection read;

  private int next;

  RedisService(InetSocketAddress address, int connectionCount) {
    for (int i = 0; i < connectionCount; i++) {
      connections.add(connect(address));
    }
  }

  private RedisConnection connect(InetSocketAddress address) {
    RedisConnection connection = new RedisConnection(reading -> read = reading);
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel channel) {
                channel
                    .pipeline()
                    .addLast(
                        new RedisDecoder(),
                        new RedisBulkStringAggregator(),
                        new RedisArrayAggregator(MAX_ELEMENTS, MAX_DEPTH),
                        connection);
              }
            })
        .connect(address)
        .syncUninterruptibly();
    return connection;
  }

  final List<RedisConnection> connections() {
    return connections;
  }

  /**
   * The connection that sends next: the one whose replies are taken, since it is flushed in any
   * case, or else each in turn. The event loop's.
   */
  final RedisConnection connection() {
    if (read != null) {
      return read;
    }
    next = next + 1 >= connections.size() ? 0 : next + 1;
    return connections.get(next);
  }

  /** Does something on the event loop, at once if this is it. */
  final void onLoop(Runnable task) {
    if (loop.inEventLoop()) {
      task.run();
    } else {
      loop.execute(task);
    }
  }

  /** What goes wrong with a transaction is its outcome's. */
  static void guarded(CompletableFuture<?> outcome, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      outcome.completeExceptionally(e);
    }
  }

  /** Runs a procedure, and completes the stage some time. The event loop's. */
  abstract <A, R> void run(
      Procedure<A, R> procedure, A argument, CompletableFuture<Outcome<R>> outcome);

  @Override
  public final <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    CompletableFuture<Outcome<R>> outcome = new CompletableFuture<>();
    onLoop(() -> guarded(outcome, () -> run(procedure, argument, outcome)));
    return outcome;
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    // Each call brings its procedure along.
  }

  @Override
  public final <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    throw new UnsupportedOperationException("it takes procedures only");
  }

  @Override
  public final CompletionStage<Outcome<Object>> submit(String procedure, Object argument) {
    throw new UnsupportedOperationException("it does not know procedures by name");
  }

  @Override
  public final CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    throw new UnsupportedOperationException("it takes no ids");
  }

  @Override
  public final void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
