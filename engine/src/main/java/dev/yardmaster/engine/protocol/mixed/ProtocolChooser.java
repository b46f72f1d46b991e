package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Chooses the protocol of each partition from the features of the transactions that access it. The
 * workers run the chooser during their periodic cleanup, one worker at a time.
 */
abstract class ProtocolChooser {

  /**
   * The features of a partition are computed only from at least this number of sampled
   * transactions.
   */
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

  /** Returns the counters of the partitions' features. The workers increment these counters. */
  final PartitionFeatures features() {
    return features;
  }

  /**
   * If it is time for a new choice, chooses, and requests the chosen protocols for the partitions.
   * Does nothing if another worker is running the chooser.
   */
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
   * Returns the progress of the trials, or null if this chooser does not use trials. Any thread may
   * call the method.
   */
  TrialProgress progress() {
    return null;
  }

  /**
   * If it is time for a new choice, chooses, and requests the chosen protocols for the partitions.
   * One worker at a time calls the method.
   */
  abstract void look(long nowNs);
}
