package dev.yardmaster.service.trials;

/**
 * How fast {@link Trials} go about their work. All times in ns.
 *
 * @param lookNs how often they look at the system
 * @param settleNs how long an interval of a comparison lasts at least before it counts
 * @param intervalNs how long it then counts at least
 * @param longestNs how long an interval may take to settle at first, and then to count, however few
 *     commit
 * @param commits how many are to commit in an interval, in any but a very long one
 * @param pairs most pairs of intervals of a comparison
 * @param watchNs how long conflicts are watched at least for one estimate of their density
 * @param edges how many edges an estimate takes
 * @param restNs pause after a comparison, and before the same is tried again at first
 * @param longestRestNs longest until the same is tried again, unless it lost so much
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

  /** For systems that run. */
  public static final TunerPace DEFAULT =
      new TunerPace(MS / 4, MS / 2, 3 * MS, 60 * MS, 300, 16, 30 * MS, 30, 150 * MS, 20_000 * MS);

  /** So fast that even a short simulation sees many changes; finds nothing out. */
  public static final TunerPace RESTLESS =
      new TunerPace(1, 1, 1_000, 100_000, 1, 1, 1_000, 1, 1_000, 10_000);
}
