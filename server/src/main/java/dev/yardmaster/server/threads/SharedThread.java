package dev.yardmaster.server.threads;

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
 * One thread for all connections and the pipeline. It reads what has come, lets the pipeline work
 * until nothing moves any more, and writes what that answered; when there is nothing to do it waits
 * for the network.
 */
public final class SharedThread implements NetworkThreads, AgentHost {

  private static final Logger LOG = LoggerFactory.getLogger(SharedThread.class);

  /** Duty cycles of the pipeline between two looks at the network, if it goes on moving. */
  private static final int CYCLES = 16;

  /** Looks in vain before the thread waits. */
  private static final int LOOKS = 20;

  /** The longest wait for the network, since the pipeline has deadlines of its own. */
  private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final NanoClock clock;
  private final Thread thread = new Thread(this::work, "yardmaster");
  private final ManualIoEventLoop loop = new ManualIoEventLoop(thread, NioIoHandler.newFactory());
  private volatile Agent agent;
  private volatile CountDownLatch leaving;

  /** Starts the thread; the clock tells how long its end may take. */
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
        idle = work > 0 ? 0 : idle + 1;
        if (idle > LOOKS) {
          loop.run(WAIT_NS);
        }
      } catch (Throwable thrown) { // Without this thread there is no server.
        LOG.error("the server's thread goes on after what should not have been thrown", thrown);
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
      LOG.error("the pipeline's agent threw what it does not throw", e);
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
