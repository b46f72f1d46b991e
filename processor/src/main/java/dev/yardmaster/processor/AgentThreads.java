package dev.yardmaster.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run a pipeline's agents, each its own, save those that a host runs. Started and
 * stopped by one thread each.
 */
final class AgentThreads {

  private static final Logger LOG = LoggerFactory.getLogger(AgentThreads.class);
  private static final long STOP_TIMEOUT_NS = 1_000_000_000L;

  private final NanoClock clock;
  private final long diskTimeoutNs;
  private final AgentHost host;
  private final Agent hosted;
  private final List<AgentRunner> runners = new ArrayList<>();

  /** The last of them, which work in the data directory. */
  private final List<AgentRunner> diskRunners = new ArrayList<>();

  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /**
   * Threads that are not started.
   *
   * @param agents one for each thread, those that wait for the disk last
   * @param waitingForDisk which of them do
   * @param host runs the first of them; null for none
   * @param diskTimeoutNs how long the end waits for the disk, in ns
   * @param failed called on an agent's thread with what it threw
   * @param ended called on an agent's thread when it has stopped
   */
  AgentThreads(
      List<Agent> agents,
      List<Agent> waitingForDisk,
      AgentHost host,
      NanoClock clock,
      long diskTimeoutNs,
      Consumer<Throwable> failed,
      Runnable ended) {
    this.clock = clock;
    this.diskTimeoutNs = diskTimeoutNs;
    this.host = host;
    Agent first = null;
    for (Agent agent : agents) {
      if (host != null && first == null) {
        first = new Guarded(agent, failed, ended);
        continue;
      }
      Agent guarded = new Guarded(host == null ? agent : waking(agent, host), failed, ended);
      AgentRunner runner =
          new AgentRunner(
              new BackoffIdleStrategy(100, 20, 1_000, 100_000),
              thrown -> LOG.debug("an agent ended", thrown),
              null,
              guarded);
      runners.add(runner);
      if (waitingForDisk.contains(agent)) {
        diskRunners.add(runner);
      }
    }
    hosted = first;
  }

  /** An agent that wakes the host up when it has worked. */
  private static Agent waking(Agent agent, AgentHost host) {
    return new Agent() {
      @Override
      public int doWork() throws Exception {
        int work = agent.doWork();
        if (work > 0) {
          host.wakeUp();
        }
        return work;
      }

      @Override
      public void onClose() {
        agent.onClose();
      }

      @Override
      public String roleName() {
        return agent.roleName();
      }
    };
  }

  /** Starts all; those that were started go on if another cannot be. */
  void start() {
    for (AgentRunner runner : runners) {
      AgentRunner.startOnThread(runner, this::newThread);
    }
    if (hosted != null) {
      host.run(hosted);
    }
  }

  private Thread newThread(Runnable loop) {
    Thread thread = new Thread(loop);
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  /** Whether the calling thread is one of them. Any thread. */
  boolean isOwn() {
    return threads.contains(Thread.currentThread()) || (host != null && host.isHostThread());
  }

  /** Ends the threads; one that a procedure or the disk does not give back is left, and said. */
  void stop() {
    // Each by itself: one that does not end must not let the others run on.
    List<Thread> stoppers = runners.stream().map(AgentThreads::stopper).toList();
    if (host != null && !host.stop(STOP_TIMEOUT_NS)) {
      LOG.error("the host's thread does not come back; a procedure or a completion holds it");
    }
    awaitEnd(stoppers, STOP_TIMEOUT_NS);
    // A force may take its time, and the directory cannot be given back before.
    int working = stoppers.size() - diskRunners.size();
    awaitEnd(stoppers.subList(working, stoppers.size()), diskTimeoutNs);
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        LOG.error(
            "thread {} does not end; a procedure, a completion or the disk holds it",
            thread.getName());
      }
    }
  }

  /** Whether nothing works in the data directory any more. */
  boolean diskHasEnded() {
    return diskRunners.stream().allMatch(AgentRunner::isClosed);
  }

  private static Thread stopper(AgentRunner runner) {
    Thread stopper = new Thread(runner::close, "yardmaster-stopper");
    stopper.setDaemon(true);
    stopper.start();
    return stopper;
  }

  private void awaitEnd(List<Thread> ending, long timeoutNs) {
    long deadlineNs = clock.nanoTime() + timeoutNs;
    while (ending.stream().anyMatch(Thread::isAlive) && clock.nanoTime() - deadlineNs < 0) {
      LockSupport.parkNanos(100_000);
    }
  }

  /**
   * Runs an agent on a thread of the service, and keeps callers' code from ending it: an interrupt
   * that a procedure or a completion leaves behind would silently stop the thread.
   *
   * @param failed called on the agent's thread with what it threw; the agent is not run again
   * @param ended called on the agent's thread when it has stopped, for whatever reason
   */
  private record Guarded(Agent agent, Consumer<Throwable> failed, Runnable ended) implements Agent {

    @Override
    @SuppressWarnings("ResultOfMethodCallIgnored") // Called to clear the flag.
    public int doWork() {
      try {
        int work = agent.doWork();
        Thread.interrupted();
        return work;
      } catch (Throwable thrown) {
        failed.accept(thrown);
        throw new AgentTerminationException("the agent failed");
      }
    }

    @Override
    public void onClose() {
      try {
        agent.onClose();
      } finally {
        ended.run();
      }
    }

    @Override
    public String roleName() {
      return agent.roleName();
    }
  }
}
