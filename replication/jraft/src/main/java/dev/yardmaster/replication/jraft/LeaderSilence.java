package dev.yardmaster.replication.jraft;

import java.util.function.LongSupplier;

/** The time since a member has accepted a message of a leader. Any thread may call the methods. */
final class LeaderSilence {

  private final LongSupplier nanoTime;

  private volatile long heardNs;

  /**
   * Creates the silence of a member that has never heard a leader.
   *
   * @param nanoTime the clock, in ns
   */
  LeaderSilence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    heardNs = nanoTime.getAsLong() - Long.MAX_VALUE / 2;
  }

  /** Records that a message of the leader was accepted. */
  void end() {
    heardNs = nanoTime.getAsLong();
  }

  long ns() {
    return nanoTime.getAsLong() - heardNs;
  }
}
