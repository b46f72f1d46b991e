package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Chooses the part of each partition by what the transactions do there. The workers advance the
 * choice when they tidy, one of them at a time.
 */
abstract class ProtocolChooser {

  /** The number of sampled transactions that tell a partition's features. */
  static final int MIN_SAMPLED = 8;

  private final PartitionFeatures features;

  @Shared(
      writers = "the worker that has the lock",
      readers = "the same worker",
      access = "a lock that workers only try to get; it guards the fields of the subclass")
  private final ReentrantLock turn = new ReentrantLock();

  /**
   * Creates a chooser.
   *
   * @param workers the maximum number of workers
   */
  ProtocolChooser(Mixed mixed, int workers) {
    features = new PartitionFeatures(mixed.partitioning().count(), workers);
  }

  /** Returns the counts of what transactions do, which the workers fill. */
  final PartitionFeatures features() {
    return features;
  }

  /** Requests other parts for partitions if it is time, unless another worker is about to. */
  final void advance(long nowNs) {
    if (turn.tryLock()) {
      try {
        look(nowNs);
      } finally {
        turn.unlock();
      }
    }
  }

  /**
   * Returns how far the trials are, or null if nothing is tried. Any thread may call the method.
   */
  TrialProgress progress() {
    return null;
  }

  /** Requests other parts for partitions if it is time. One worker at a time calls the method. */
  abstract void look(long nowNs);
}
