package dev.yardmaster.replication.jraft.network;

import java.util.function.LongSupplier;

/**
 * Measures the time since a member last accepted a message of a leader. Any thread may call the
 * methods.
 */
public final class LeaderSilence {

  private final LongSupplier nanoTime;

  private volatile long heardNs;

  /**
   * Creates the object for a member that has never received a message of a leader.
   *
   * @param nanoTime the clock, in ns
   */
  public LeaderSilence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    heardNs = nanoTime.getAsLong() - Long.MAX_VALUE / 2;
  }

  /** Records that the member has accepted a message of the leader. */
  public void end() {
    heardNs = nanoTime.getAsLong();
  }

  /** Returns the time since the last accepted message, in ns. */
  public long ns() {
    return nanoTime.getAsLong() - heardNs;
  }
}
