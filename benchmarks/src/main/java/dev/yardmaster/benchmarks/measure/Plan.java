package dev.yardmaster.benchmarks.measure;

/**
 * The length and number of the rounds of a comparison.
 *
 * @param warmUpNs time, in ns, for which a side runs before the recorded interval; used only to
 *     estimate the remaining time
 * @param recordedNs time for which a side is recorded in each repeat, in ns
 * @param repeats number of measured rounds of each side
 * @param rehearses whether each side first runs an unmeasured round
 * @param rehearsedNs length of the recorded interval in the unmeasured round
 * @param isJudged whether the reports contain the disturbance of rounds; false if time is virtual,
 *     or if the sides use a server that the command did not start
 * @param repeatsDisturbed whether disturbed rounds are run again; false if a round lasts for
 *     minutes
 */
public record Plan(
    long warmUpNs,
    long recordedNs,
    int repeats,
    boolean rehearses,
    long rehearsedNs,
    boolean isJudged,
    boolean repeatsDisturbed) {

  /**
   * Returns the usual plan of benchmarks. If there is no warm-up, the plan has no unmeasured round
   * either.
   */
  public static Plan of(long warmUpNs, long recordedNs, int repeats) {
    return new Plan(warmUpNs, recordedNs, repeats, warmUpNs > 0, 0, true, true);
  }

  /** Returns this plan with unmeasured rounds of the same length as the measured rounds. */
  public Plan rehearsedInFull() {
    return new Plan(
        warmUpNs, recordedNs, repeats, rehearses, recordedNs, isJudged, repeatsDisturbed);
  }

  /** Returns this plan without unmeasured rounds. */
  public Plan unrehearsed() {
    return new Plan(warmUpNs, recordedNs, repeats, false, 0, isJudged, repeatsDisturbed);
  }

  /** Returns this plan without the measurement of disturbances. */
  public Plan unjudged() {
    return new Plan(warmUpNs, recordedNs, repeats, rehearses, rehearsedNs, false, false);
  }

  /**
   * Returns this plan without repeats of disturbed rounds. The disturbance of rounds is still
   * reported.
   */
  public Plan unrepeated() {
    return new Plan(warmUpNs, recordedNs, repeats, rehearses, rehearsedNs, isJudged, false);
  }
}
