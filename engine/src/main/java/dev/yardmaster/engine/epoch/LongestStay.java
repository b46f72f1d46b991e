package dev.yardmaster.engine.epoch;

import dev.yardmaster.annotations.Shared;

/**
 * Measures how long the longest of the current stays inside epochs has lasted, without a clock at
 * the entry: each look remembers which stays it has found, and a stay is as old as the first look
 * that has found it. So the result is too low by at most the time between two looks.
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
   * Looks at all members, and returns the time since the first look that has found the stay that
   * was found earliest; 0 if no member is inside an epoch. Any thread may call this method.
   *
   * @param nowNs the time by a clock that is the same for all looks
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
