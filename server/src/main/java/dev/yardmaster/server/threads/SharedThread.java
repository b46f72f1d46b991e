package dev.yardmaster.server.threads;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.processor.AgentHost;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that runs all connections and the pipeline. In each round the thread reads requests,
 * runs the pipeline until it makes no progress (at most {@value #CYCLES} duty cycles), and writes
 * the answers. When there is no work, the thread waits for the network.
 */
public final class SharedThread implements NetworkThreads, AgentHost {

  private static final Logger LOG = LoggerFactory.getLogger(SharedThread.class);

  /** The maximum number of duty cycles of the pipeline between two checks of the network. */
  private static final int CYCLES = 16;

  /** The number of rounds without work after which the thread waits for the network. */
  private static final int LOOKS = 20;

  /**
   * The longest wait for the network. The wait is bounded, because the pipeline must also check its
   * own deadlines.
   */
  private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /** The number of rounds without work, about 0.1 s, after which the thread waits longer. */
  private static final int LONG_LOOKS = 120;

  private static final long LONG_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private final NanoClock clock;
  private final Thread thread = new Thread(this::work, "yardmaster");
  private final ManualIoEventLoop loop = new ManualIoEventLoop(thread, NioIoHandler.newFactory());

  @Shared(
      writers =
          "the thread that starts the pipeline; this thread, which clears it when the agent "
              + "ends",
      readers = "this thread",
      access = "volatile; the writer wakes the event loop afterwards")
  private volatile Agent agent;

  @Shared(
      writers = "the thread that stops the agent",
      readers = "this thread",
      access = "volatile; the writer wakes the event loop afterwards and waits for the latch")
  private volatile CountDownLatch leaving;

  /** Starts the thread. The clock measures the timeout of {@link #stop}. */
  public SharedThread(NanoClock clock) {
    this.clock = clock;
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public EventLoopGroup loops() {
    return loop;
  }

  @Override
  public Pipeline start(PipelineConfig config, PipelineParts parts) {
    return Pipeline.start(config, parts, this);
  }

  @Override
  public void run(Agent hosted) {
    agent = hosted;
    loop.wakeup();
  }

  @Override
  public void wakeUp() {
    loop.wakeup();
  }

  @Override
  public boolean stop(long timeoutNs) {
    CountDownLatch left = new CountDownLatch(1);
    leaving = left;
    loop.wakeup();
    boolean interrupted = false;
    long deadlineNs = clock.nanoTime() + timeoutNs;
    try {
      while (true) {
        try {
          return left.await(deadlineNs - clock.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public boolean isHostThread() {
    return Thread.currentThread() == thread;
  }

  private void work() {
    int idle = 0;
    while (!loop.isTerminated()) {
      try {
        int work = loop.runNow() + letAgentWork();
        if (leaving != null) {
          letAgentGo();
        }
        idle = work > 0 ? 0 : Math.min(LONG_LOOKS, idle + 1);
        if (idle > LOOKS) {
          loop.run(idle < LONG_LOOKS ? WAIT_NS : LONG_WAIT_NS);
        }
      } catch (Throwable thrown) { // An exception must not end the server's only thread.
        LOG.error("unexpected exception on the server's thread, which continues", thrown);
      }
    }
  }

  private int letAgentWork() {
    Agent hosted = agent;
    if (hosted == null) {
      return 0;
    }
    int sum = 0;
    try {
      for (int i = 0; i < CYCLES; i++) {
        int work = hosted.doWork();
        if (work == 0) {
          break;
        }
        sum += work;
      }
    } catch (AgentTerminationException failed) {
      letAgentGo();
    } catch (Exception e) {
      LOG.error("unexpected exception in the pipeline's agent", e);
      letAgentGo();
    }
    return sum;
  }

  private void letAgentGo() {
    Agent hosted = agent;
    agent = null;
    if (hosted != null) {
      hosted.onClose();
    }
    CountDownLatch left = leaving;
    if (left != null) {
      left.countDown();
    }
  }

  @Override
  public void close() {
    var unused = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
