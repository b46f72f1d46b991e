package dev.yardmaster.proof.simulator;

/** A task of the {@link Scheduler}: an agent, or a client of the service. */
abstract class Task {

  private final String name;

  /** Whether the task is in the middle of a step, so that no other step of it can begin. */
  boolean running;

  /** The task is paused until this time. */
  long pausedUntilNs = Long.MIN_VALUE;

  Task(String name) {
    this.name = name;
  }

  /** Runs a step. Returns whether there was work. */
  abstract boolean step();

  /**
   * Returns when the task has work next, as far as that is known; in ns of the schedule's clock.
   */
  long nextDueNs() {
    return Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return name;
  }
}
