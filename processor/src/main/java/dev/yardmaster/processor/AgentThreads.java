package dev.yardmaster.processor;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.logging.Loggers;
import dev.yardmaster.processor.caller.CallerCrowd;
import dev.yardmaster.processor.caller.CallerTurns;
import dev.yardmaster.processor.caller.CombiningAgent;
import dev.yardmaster.processor.coordinator.WakeUp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;
import org.slf4j.Logger;

/**
 * The threads that run a pipeline's agents, one thread for each agent or group of agents. If there
 * is a host, the first agent runs on the host's thread instead. One thread starts the threads, and
 * one thread stops them.
 */
@NullUnmarked // Internal: fields and results may be null.
final class AgentThreads {

  private static final Logger LOG = Loggers.of(AgentThreads.class);
  private static final long STOP_TIMEOUT_NS = 1_000_000_000L;

  private final NanoClock clock;
  private final long diskTimeoutNs;
  private final AgentHost host;
  private final Agent hosted;
  private final WakeUp wakeUp;

  /** The agent that waiting callers may run on their own threads; null if there is none. */
  private final CombiningAgent combining;

  private final List<AgentRunner> runners = new ArrayList<>();

  /**
   * The runners of the agents that wait for the disk and use the data directory. These runners are
   * the last elements of {@code runners}.
   */
  private final List<AgentRunner> diskRunners = new ArrayList<>();

  @Shared(
      writers = "the thread that starts the service",
      readers = "any thread, to check whether it is one of the pipeline's threads",
      access = "CopyOnWriteArrayList")
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /**
   * Creates the threads without starting them.
   *
   * @param agents one agent for each thread; the agents that wait for the disk are last
   * @param waitingForDisk the agents that wait for the disk
   * @param callersHelp whether callers that wait may run the first agent
   * @param host the host that runs the first agent; null if there is no host
   * @param wakeUp wakes the threads when there is work
   * @param diskTimeoutNs the maximum time that {@link #stop} waits for the disk, in ns
   * @param failed is called on an agent's thread with the exception that the agent threw
   * @param ended is called on an agent's thread when the agent has stopped
   */
  AgentThreads(
      List<Agent> agents,
      List<Agent> waitingForDisk,
      boolean callersHelp,
      AgentHost host,
      WakeUp wakeUp,
      NanoClock clock,
      long diskTimeoutNs,
      Consumer<Throwable> failed,
      Runnable ended) {
    this.clock = clock;
    this.diskTimeoutNs = diskTimeoutNs;
    this.host = host;
    this.wakeUp = wakeUp;
    combining =
        callersHelp
            ? new CombiningAgent(
                agents.get(0), new CallerCrowd(clock.nanoTime()), LockSupport::unpark, clock)
            : null;
    Agent first = null;
    for (Agent agent : agents) {
      if (host != null && first == null) {
        first = new Guarded(agent, failed, ended);
        continue;
      }
      Agent run =
          host != null ? waking(agent, host) : runners.isEmpty() && callersHelp ? combining : agent;
      Agent guarded = new Guarded(run, failed, ended);
      AgentRunner runner =
          new AgentRunner(
              new LongSleepIdleStrategy(wakeUp, LockSupport::parkNanos),
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

  /**
   * Returns an agent that does the work of the given agent, and wakes the host after each duty
   * cycle with work.
   */
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

  /**
   * Starts all threads. If a thread cannot be started, the threads that are already running
   * continue to run.
   */
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
    wakeUp.add(thread);
    return thread;
  }

  /**
   * Returns whether the calling thread is one of the pipeline's threads, or currently runs an agent
   * in place of such a thread. Any thread may call this method.
   */
  boolean isOwn() {
    return threads.contains(Thread.currentThread())
        || (host != null && host.isHostThread())
        || (combining != null && combining.isRunByThisThread());
  }

  /** Returns the object by which callers take turns at running the agents on their own threads. */
  CallerTurns turns() {
    return combining == null ? CallerTurns.NONE : combining;
  }

  /**
   * Stops the threads. If a procedure or the disk blocks a thread, the method logs an error and
   * returns; the blocked thread continues to run.
   */
  void stop() {
    // A separate thread closes each runner, so a runner that does not end cannot prevent other
    // runners from being closed.
    List<Thread> stoppers = runners.stream().map(AgentThreads::stopper).toList();
    if (host != null && !host.stop(STOP_TIMEOUT_NS)) {
      LOG.error("the host's thread does not stop; a procedure or a completion blocks it");
    }
    awaitEnd(stoppers, STOP_TIMEOUT_NS);
    // A force to disk may take long, but the data directory can be released only after the force
    // has ended.
    int working = stoppers.size() - diskRunners.size();
    awaitEnd(stoppers.subList(working, stoppers.size()), diskTimeoutNs);
    if (runners.stream().allMatch(AgentRunner::isClosed)) {
      // A runner reports that it is closed shortly before the runner's thread ends.
      awaitEnd(threads, STOP_TIMEOUT_NS);
    }
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        LOG.error(
            "thread {} does not stop; a procedure, a completion or the disk blocks it",
            thread.getName());
      }
    }
  }

  /** Returns whether every agent that works in the data directory has stopped. */
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
   * Runs an agent on a thread of the service, and clears the thread's interrupt flag after each
   * duty cycle. A caller's code on this thread (a procedure or a dependent stage) may leave the
   * flag set. The flag would then stop the agent without an error.
   *
   * @param failed receives the exception that the agent threw, on the agent's thread; the agent
   *     does not run again
   * @param ended is called on the agent's thread when the agent has stopped for any reason
   */
  private record Guarded(Agent agent, Consumer<Throwable> failed, Runnable ended) implements Agent {

    @Override
    @SuppressWarnings("ResultOfMethodCallIgnored") // The call clears the thread's interrupt flag.
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
