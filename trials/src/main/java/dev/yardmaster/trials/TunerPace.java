package dev.yardmaster.trials;

/**
 * The timing of {@link Trials}. All times are in ns.
 *
 * @param lookNs the time between two calls that advance the trials
 * @param settleNs the shortest time before an interval of a trial starts to count
 * @param intervalNs the shortest time for which an interval counts
 * @param longestNs the maximum time until an interval begins to count (longer if the present
 *     setting has needed longer), and the maximum time for which an interval counts, even if it has
 *     seen too few commits
 * @param commits the number of commits after which an interval may end before {@code longestNs}
 * @param pairs the maximum number of pairs of intervals in a trial
 * @param watchNs the shortest time for one estimate of the density of conflicts
 * @param edges the number of edges after which an estimate may end
 * @param restNs the pause after a trial, and the first pause before the same change is tried again
 * @param longestRestNs the maximum pause before the same change is tried again; a trial that lost
 *     many commits may require a longer pause
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

  /**
   * A pace for simulations. With this pace, even a short simulation makes many changes, but the
   * results of its trials are random.
   */
  public static final TunerPace RESTLESS =
      new TunerPace(1, 1, 1_000, 100_000, 1, 1, 1_000, 1, 1_000, 10_000);
}
