package dev.yardmaster.proof.simulator.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Ticker;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** An event loop that runs one task for each call of {@link #step}, under a given clock. */
public final class SimulatedLoop extends AbstractScheduledEventExecutor implements EventLoop {

  private final Ticker ticker;
  private final BooleanSupplier runs;
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private boolean ending;
  private boolean ended;

  /**
   * Creates a loop without tasks.
   *
   * @param nowNs the time in ns, never below 0
   * @param runs returns whether this loop has the turn (the right to execute)
   */
  public SimulatedLoop(LongSupplier nowNs, BooleanSupplier runs) {
    this.runs = runs;
    ticker =
        new Ticker() {
          @Override
          public long initialNanoTime() {
            return 0;
          }

          @Override
          public long nanoTime() {
            return nowNs.getAsLong();
          }

          @Override
          public void sleep(long delay, TimeUnit unit) {
            throw new UnsupportedOperationException("a simulated loop cannot wait");
          }
        };
  }

  /**
   * Runs the next task that is due. Returns false if no task is due. Throws the exception that the
   * task throws.
   */
  public boolean step() {
    fetchFromScheduledTaskQueue(tasks);
    Runnable next = tasks.poll();
    if (next == null) {
      return false;
    }
    next.run();
    return true;
  }

  /**
   * Returns the time at which the next task is due, in ns; {@link Long#MAX_VALUE} if there is no
   * task.
   */
  public long nextDueNs() {
    if (!tasks.isEmpty()) {
      return ticker.nanoTime();
    }
    long nextNs = nextScheduledTaskDeadlineNanos();
    return nextNs < 0 ? Long.MAX_VALUE : nextNs;
  }

  /** Ends the simulated process: discards all tasks and runs only {@code last}. */
  void end(Runnable last) {
    ending = true;
    tasks.clear();
    last.run();
    for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
      next.run();
    }
    ended = true;
  }

  @Override
  public Ticker ticker() {
    return ticker;
  }

  @Override
  @Deprecated
  protected long getCurrentTimeNanos() {
    return ticker.nanoTime();
  }

  @Override
  public void execute(Runnable task) {
    if (ended) {
      throw new RejectedExecutionException("the loop has ended");
    }
    tasks.add(task);
  }

  @Override
  public boolean inEventLoop() {
    return ending || runs.getAsBoolean();
  }

  @Override
  public boolean inEventLoop(Thread thread) {
    return inEventLoop();
  }

  @Override
  public EventLoop next() {
    return this;
  }

  @Override
  public EventLoopGroup parent() {
    return null;
  }

  @Override
  public ChannelFuture register(Channel channel) {
    return register(new DefaultChannelPromise(channel, this));
  }

  @Override
  public ChannelFuture register(ChannelPromise promise) {
    promise.channel().unsafe().register(this, promise);
    return promise;
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    channel.unsafe().register(this, promise);
    return promise;
  }

  @Override
  public boolean isShuttingDown() {
    return ended;
  }

  @Override
  public boolean isShutdown() {
    return ended;
  }

  @Override
  public boolean isTerminated() {
    return ended;
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("a simulated loop ends with its run");
  }

  @Override
  @Deprecated
  public void shutdown() {
    throw new UnsupportedOperationException("a simulated loop ends with its run");
  }

  @Override
  public Future<?> terminationFuture() {
    throw new UnsupportedOperationException("a simulated loop ends with its run");
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("a simulated loop ends with its run");
  }
}
