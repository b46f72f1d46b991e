package dev.yardmaster.jdbc.advice;

/**
 * The times of an {@link Advisor}. All times are in ns.
 *
 * <p>looks the maximum number of series in a comparison
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
