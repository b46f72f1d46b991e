package dev.yardmaster.engine.epoch;

import dev.yardmaster.annotations.Shared;

/**
 * Measures the age of the oldest stay of a member inside epochs. A member reads no clock when it
 * enters an epoch. Instead each call of {@link #lookNs} notes which stays it finds, and the age of
 * a stay counts from the first call that has found it. So the result is too low by at most the time
 * between two calls.
 */
public final class LongestStay {

  private final EpochMember[] members;

  @Shared(
      writers = "threads that look",
      readers = "the same threads",
      access = "guarded by the monitor of the LongestStay, like the times")
  private final long[] stays;

  private final long[] foundNs;

  LongestStay(EpochMember[] members) {
    this.members = members;
    stays = new long[members.length];
    foundNs = new long[members.length];
  }

  /**
   * Returns the age, in ns, of the oldest stay; 0 if no member is inside an epoch. The age counts
   * from the first call of this method that has found the stay. Any thread may call this method.
   *
   * @param nowNs the current time; all callers use the same clock
   */
  public synchronized long lookNs(long nowNs) {
    long longestNs = 0;
    for (int i = 0; i < stays.length; i++) {
      long stay = members[i].stay();
      if (stay != stays[i]) {
        stays[i] = stay;
        foundNs[i] = nowNs;
      } else if (stay != EpochMember.OUTSIDE) {
        longestNs = Math.max(longestNs, nowNs - foundNs[i]);
      }
    }
    return longestNs;
  }
}
