package dev.yardmaster.service.trials;

/**
 * The pace of {@link Trials}. All times in ns.
 *
 * @param lookNs the period of the trials' duty cycle
 * @param settleNs shortest time before an interval of a comparison starts to count
 * @param intervalNs shortest time that an interval counts
 * @param longestNs longest time that an interval may take to settle at first, and longest time that
 *     it counts, however few commit
 * @param commits commits that an interval must see, unless it counts for the longest time
 * @param pairs most pairs of intervals in a comparison
 * @param watchNs shortest time for one estimate of the density of conflicts
 * @param edges the edges that an estimate takes
 * @param restNs the pause after a comparison, and the first pause before the same change is tried
 *     again
 * @param longestRestNs the longest pause before the same change is tried again, unless the loss
 *     demands more
 */
public record TunerPace(
    long lookNs,
    long settleNs,
    long intervalNs,
    long longestNs,
    int commits,
    int pairs,
    long watchNs,
    int edges,
    long restNs,
    long longestRestNs) {

  private static final long MS = 1_000_000;

  /** The pace for production. */
  public static final TunerPace DEFAULT =
      new TunerPace(MS / 4, MS / 2, 3 * MS, 60 * MS, 300, 16, 30 * MS, 30, 150 * MS, 20_000 * MS);

  /** A pace so fast that even a short simulation sees many changes; its results are random. */
  public static final TunerPace RESTLESS =
      new TunerPace(1, 1, 1_000, 100_000, 1, 1, 1_000, 1, 1_000, 10_000);
}
