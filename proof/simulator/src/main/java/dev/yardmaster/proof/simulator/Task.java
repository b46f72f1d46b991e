package dev.yardmaster.proof.simulator;

/** A task of the {@link Scheduler}: an agent, or a client of the service. */
abstract class Task {

  private final String name;

  /** Whether the task is in the middle of a step; if so, no other step of the task can begin. */
  boolean running;

  /** The time until which the task is paused. */
  long pausedUntilNs = Long.MIN_VALUE;

  Task(String name) {
    this.name = name;
  }

  /** Runs a step. Returns whether the task had work. */
  abstract boolean step();

  /** Returns the known time at which the task has work next, in ns of the schedule's clock. */
  long nextDueNs() {
    return Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return name;
  }
}
