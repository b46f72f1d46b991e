package dev.yardmaster.proof.simulator;

/** Somebody whom the {@link Scheduler} lets go on: an agent, or a client of the service. */
abstract class Task {

  private final String name;

  /** Whether it is in the middle of a step, so that it cannot be begun again. */
  boolean running;

  /** Before this moment it is not let go on. */
  long pausedUntilNs = Long.MIN_VALUE;

  Task(String name) {
    this.name = name;
  }

  /** Goes on for a step; returns whether there was anything to do. */
  abstract boolean step();

  /** When it has something to do next, as far as that is known; in ns of the schedule's clock. */
  long nextDueNs() {
    return Long.MAX_VALUE;
  }

  @Override
  public String toString() {
    return name;
  }
}
