package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.schedule.CallerTask;
import dev.yardmaster.proof.simulator.schedule.Scheduler;
import dev.yardmaster.proof.simulator.schedule.SimulationFailure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;

/**
 * The thread that makes the calls of one member's replica, in the order of the log. Only the thread
 * that has the turn uses the object.
 */
final class ReplicaThread {

  /** A call of the replica. */
  @FunctionalInterface
  interface Call {
    void run() throws IOException;
  }

  private record Step(boolean isEntry, Call call) {}

  private final Scheduler scheduler;
  private final Deque<Step> steps = new ArrayDeque<>();
  private final Queue<Runnable> callsBetween = new ArrayDeque<>();
  private final CallerTask task;
  private boolean busy;

  /** Creates a thread without calls, and adds it to the schedule. */
  ReplicaThread(String name, Scheduler scheduler) {
    this.scheduler = scheduler;
    task = new CallerTask(name, this::run);
    scheduler.add(task);
  }

  private void run() {
    while (true) {
      for (int waits = 1; !hasWork(); waits++) {
        CallerTask.waitForTurn(waits, this::hasWork);
      }
      busy = true;
      try {
        if (steps.isEmpty() || (!callsBetween.isEmpty() && scheduler.random().nextBoolean())) {
          callsBetween.remove().run();
        } else {
          steps.remove().call.run();
        }
      } catch (IOException e) {
        throw new SimulationFailure(task + " threw " + e, e);
      }
      busy = false;
      CallerTask.waitForTurn(0, () -> true);
    }
  }

  private boolean hasWork() {
    return !steps.isEmpty() || !callsBetween.isEmpty();
  }

  /** Adds a call after all entries that are committed now. */
  void add(Call call) {
    steps.add(new Step(false, call));
  }

  /** Adds a call that applies an entry. */
  void addEntry(Call call) {
    steps.add(new Step(true, call));
  }

  /**
   * Adds a call before the last entries: before all entries that follow the last call of another
   * kind and are not applied yet.
   */
  void addBeforeLastEntries(Call call) {
    Deque<Step> later = new ArrayDeque<>();
    while (!steps.isEmpty() && steps.peekLast().isEntry) {
      later.push(steps.removeLast());
    }
    add(call);
    steps.addAll(later);
  }

  /** Adds a call that runs at a random position: before, between or after the waiting entries. */
  void addBetween(Runnable call) {
    callsBetween.add(call);
  }

  /** Pauses the thread for some time. */
  void delay(int maxNs) {
    task.pausedUntilNs = scheduler.now() + scheduler.random().nextInt(maxNs);
  }

  /** Returns whether all calls have ended. */
  boolean isIdle() {
    return !hasWork() && !busy;
  }

  /** Returns the task that the schedule runs. */
  CallerTask task() {
    return task;
  }
}
