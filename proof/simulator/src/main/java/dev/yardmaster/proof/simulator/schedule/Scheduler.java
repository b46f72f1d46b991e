package dev.yardmaster.proof.simulator.schedule;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import dev.yardmaster.proof.simulator.scenario.Scenario;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.NanoClock;

/**
 * Decides which task runs next, and is the clock of the run. Only the thread that has the turn (the
 * right to execute) accesses the scheduler's state; at any time exactly one thread has the turn.
 *
 * <p>Other tasks may run between two steps of a task. They may also run within a step: before each
 * message that the task sends or receives, and before each reading of the clock. Tasks that run
 * within a step complete their own steps before this step continues. Therefore a run cannot contain
 * every interleaving of steps, but it can contain every order of messages.
 */
public final class Scheduler implements NanoClock {

  private static final int MAX_DEPTH = 4;
  private static final int MAX_STEPS_BETWEEN = 6;
  private static final int IDLE_JUMP_NS = 20_000;
  private static final int MAX_DOUBLED = 10;
  private static final long EPOCH_BEGAN_MS = 1_700_000_000_000L;
  private final SplittableRandom random;

  private final Scenario scenario;
  private final List<Task> tasks = new ArrayList<>();
  private final List<SimulatedLink<?>> links = new ArrayList<>();
  private final long beganNs;
  private long nowNs;
  private int depth;
  private int idleSteps;

  /** The number of times in succession that the time was advanced while no step had work. */
  private int jumps;

  /** The task whose step is running; null between steps. */
  private Task current;

  private SimulationFailure failure;
  private SimulatedCrash crash;

  public Scheduler(SplittableRandom random, Scenario scenario) {
    this.random = random;
    this.scenario = scenario;
    // The clock begins at a random value, as a real clock may.
    this.nowNs = random.nextLong() >> 2;
    this.beganNs = nowNs;
  }

  public SplittableRandom random() {
    return random;
  }

  public void add(Task task) {
    tasks.add(task);
  }

  public void add(SimulatedLink<?> link) {
    links.add(link);
  }

  /** Removes tasks that have ended, and links that no task uses any more. */
  public void remove(Collection<? extends Task> ended, Collection<SimulatedLink<?>> unused) {
    tasks.removeAll(ended);
    links.removeAll(unused);
  }

  /** Returns the number of messages that were sent and not yet received. */
  public int underWay() {
    return links.stream().mapToInt(SimulatedLink::size).sum();
  }

  /** Returns the time for ids, in ms since the epoch. Other tasks do not run in this call. */
  public long epochMs() {
    return EPOCH_BEGAN_MS + (nowNs - beganNs) / scenario.epochNsPerMs();
  }

  /** Returns the time, in ns. Other tasks do not run in this call. */
  public long now() {
    return nowNs;
  }

  @Override
  public long nanoTime() {
    switchPoint();
    return nowNs;
  }

  /**
   * Runs one step of one task.
   *
   * @throws SimulationFailure if the run cannot continue
   * @throws SimulatedCrash if the run needs a restart of the service
   */
  public void step() {
    checkWhole();
    pass();
    Task task = tasks.get(random.nextInt(tasks.size()));
    if (run(task)) {
      idleSteps = 0;
      jumps = 0;
    } else if (++idleSteps > 3 * tasks.size()) {
      idleSteps = 0;
      jump();
    }
  }

  private void checkWhole() {
    if (failure != null) {
      throw failure;
    }
    if (crash != null) {
      throw crash.again();
    }
  }

  /** Returns whether a task has thrown an exception that ends the run or the current life. */
  public boolean isBroken() {
    return failure != null || crash != null;
  }

  /** Discards all tasks, all messages and the stored crash. The time is not reset. */
  public void clear() {
    tasks.clear();
    links.clear();
    idleSteps = 0;
    crash = null;
  }

  /** Returns whether a task has the turn and no other task runs within its step. */
  public boolean isTurnOf(Task task) {
    return current == task;
  }

  /**
   * Returns the time since the beginning of the run, in ns. Other tasks do not run in this call.
   */
  public long elapsedNs() {
    return nowNs - beganNs;
  }

  /** Lets other tasks run before the caller continues. */
  public void switchPoint() {
    if (depth > 0) {
      checkWhole();
    }
    if (scenario.switchPermille() == 0
        || depth == 0
        || depth > MAX_DEPTH
        || random.nextInt(1000) >= scenario.switchPermille()) {
      return;
    }
    int steps = 1 + random.nextInt(MAX_STEPS_BETWEEN);
    for (int i = 0; i < steps; i++) {
      pass();
      run(tasks.get(random.nextInt(tasks.size())));
    }
  }

  /**
   * Stops agents. Before that, waits until none of them is in the middle of a step. The calling
   * thread must have the turn.
   */
  public void stopAgents(List<AgentTask> agents) {
    agents.forEach(AgentTask::stop);
    for (int waits = 0; isRunning(agents); waits++) {
      CallerTask.waitForTurn(waits, () -> !isRunning(agents));
    }
    agents.forEach(AgentTask::close);
  }

  private static boolean isRunning(List<AgentTask> agents) {
    return agents.stream().anyMatch(agent -> agent.running);
  }

  private boolean run(Task task) {
    if (task.running || task.pausedUntilNs > nowNs) {
      return false;
    }
    if (scenario.pausePermille() > 0 && random.nextInt(1000) < scenario.pausePermille()) {
      task.pausedUntilNs = nowNs + random.nextInt(scenario.maxPauseNs());
      return false;
    }
    if (task instanceof CallerTask caller
        && scenario.interruptPermille() > 0
        && random.nextInt(1000) < scenario.interruptPermille()) {
      caller.interrupt();
    }
    Task before = current;
    current = task;
    task.running = true;
    depth++;
    try {
      return task.step();
    } catch (SimulationFailure thrown) {
      // The exception is stored, because code between this method and the scheduler's loop may
      // catch it.
      if (failure == null) {
        failure = thrown;
      }
      throw thrown;
    } catch (SimulatedCrash thrown) {
      crash = thrown;
      throw thrown;
    } finally {
      depth--;
      task.running = false;
      current = before;
    }
  }

  private void pass() {
    nowNs += 1 + random.nextInt(scenario.maxStepNs());
  }

  /** Advances the time to the next event. The scheduler calls this method when no task has work. */
  private void jump() {
    long nextNs = Long.MAX_VALUE;
    for (SimulatedLink<?> link : links) {
      nextNs = Math.min(nextNs, link.nextDueNs());
    }
    for (Task task : tasks) {
      if (task.pausedUntilNs > nowNs) {
        nextNs = Math.min(nextNs, task.pausedUntilNs);
      }
      long dueNs = task.nextDueNs();
      if (dueNs > nowNs) {
        nextNs = Math.min(nextNs, dueNs);
      }
    }
    // Clients on a network wait much longer than any part of a pipeline. With a network, successive
    // advances of the time therefore get longer.
    int doubled = scenario.wire() == null ? 0 : Math.min(MAX_DOUBLED, jumps++ / 2);
    long furthestNs = nowNs + 1 + random.nextInt(IDLE_JUMP_NS << doubled);
    nowNs = nextNs > nowNs ? Math.min(nextNs, furthestNs) : furthestNs;
  }
}
