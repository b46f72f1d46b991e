package dev.yardmaster.jdbc.advice;

/**
 * The times of an {@link Advisor}. All times are in ns.
 *
 * @param firstNs the time from the creation of the advisor to the first observation, in the modes
 *     ONCE and AUTO; also the time to the next observation after too little traffic
 * @param againNs the time from one piece of advice to the next observation, in the mode AUTO
 * @param observeNs the length of an observation
 * @param settleNs the shortest time from a switch to the beginning of the next interval
 * @param intervalNs the shortest length of an interval
 * @param longestNs the longest time from a switch to the beginning of an interval, and the longest
 *     length of an interval with too few transactions; if one of these times is exceeded, the
 *     comparison ends with the verdict of too little traffic
 * @param transactions the smallest number of completed transactions of an observation or an
 *     interval
 * @param pairs the number of pairs of intervals in a series, an even number; after each series, the
 *     comparison ends unless its verdict is unclear
 * @param looks the maximum number of series in a comparison
 */
public record AdvisorPace(
    long firstNs,
    long againNs,
    long observeNs,
    long settleNs,
    long intervalNs,
    long longestNs,
    int transactions,
    int pairs,
    int looks) {

  private static final long S = 1_000_000_000;

  /**
   * The pace of production. Under load, a comparison takes 32 intervals in 40 s, and at most 96
   * intervals in two minutes.
   */
  public static final AdvisorPace DEFAULT =
      new AdvisorPace(30 * S, 15 * 60 * S, 10 * S, S / 5, S, 10 * S, 50, 16, 3);
}
