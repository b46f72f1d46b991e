package dev.yardmaster.engine.protocol;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whether an engine has a protocol for its own: two would have their workers meet in its state. */
public final class Binding {

  private final int maxWorkers;
  private final AtomicBoolean bound = new AtomicBoolean();

  /**
   * No engine has it yet.
   *
   * @param maxWorkers how many workers the protocol is made for
   */
  public Binding(int maxWorkers) {
    this.maxWorkers = maxWorkers;
  }

  /** Does what {@link Protocol#bind} says. */
  public void bind(Protocol protocol, int workers) {
    if (workers > maxWorkers) {
      throw new IllegalArgumentException(
          "the concurrency control was made for fewer workers: name="
              + protocol.name()
              + ", workers="
              + workers
              + ", madeFor="
              + maxWorkers);
    }
    if (!bound.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the concurrency control belongs to another engine: name=" + protocol.name());
    }
  }
}
