package dev.yardmaster.engine.protocol;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ensures that only one engine uses a protocol object. If two engines used it, their workers would
 * corrupt the protocol's state.
 */
public final class Binding {

  private final int maxWorkers;

  @Shared(
      writers = "the database that binds the protocol",
      readers = "the same database",
      access = "compare-and-set, once")
  private final AtomicBoolean bound = new AtomicBoolean();

  /**
   * Creates a binding without an engine.
   *
   * @param maxWorkers the number of workers for which the protocol was created
   */
  public Binding(int maxWorkers) {
    this.maxWorkers = maxWorkers;
  }

  /** Implements {@link Protocol#bind}. */
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
