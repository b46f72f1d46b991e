package dev.yardmaster.jdbc.advice;

/**
 * The times of an {@link Advisor}. All times are in ns.
 *
 * @param firstNs the time from the first connection to the first advice, for the mode once or auto
 * @param againNs the time from one advice to the next, for the mode auto
 * @param observeNs the time for which the advisor observes before it switches anything
 * @param settleNs the shortest time after a switch that belongs to no interval
 * @param intervalNs the shortest length of an interval
 * @param longestNs the longest time until an interval begins to count, and the longest length of an
 *     interval with too few transactions
 * @param transactions the smallest number of completed transactions of an interval
 * @param pairs the number of pairs of intervals, which is even, after which the comparison ends
 *     unless it is unclear
 * @param looks the number of times that this number of pairs is run at most
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
