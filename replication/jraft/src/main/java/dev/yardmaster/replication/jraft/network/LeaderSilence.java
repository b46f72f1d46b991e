package dev.yardmaster.replication.jraft.network;

import java.util.function.LongSupplier;

/** The time since a member has accepted a message of a leader. Any thread may call the methods. */
public final class LeaderSilence {

  private final LongSupplier nanoTime;

  private volatile long heardNs;

  /**
   * Creates the silence of a member that has never heard a leader.
   *
   * @param nanoTime the clock, in ns
   */
  public LeaderSilence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    heardNs = nanoTime.getAsLong() - Long.MAX_VALUE / 2;
  }

  /** Records that a message of the leader was accepted. */
  public void end() {
    heardNs = nanoTime.getAsLong();
  }

  /** Returns the time, in ns. */
  public long ns() {
    return nanoTime.getAsLong() - heardNs;
  }
}
