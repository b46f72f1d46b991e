package dev.yardmaster.proof.simulator.schedule;

/** A task of the {@link Scheduler}: an agent, or a client of the service. */
public abstract class Task {

  private final String name;

  /** Whether the task is in the middle of a step; if so, no other step of the task can begin. */
  boolean running;

  /** The time until which the task is paused. */
  public long pausedUntilNs = Long.MIN_VALUE;

  public Task(String name) {
    this.name = name;
  }

  /** Runs a step. Returns whether the task had work. */
  public abstract boolean step();

  /** Returns the known time at which the task has work next, in ns of the schedule's clock. */
  public long nextDueNs() {
    return Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return name;
  }
}
