package dev.yardmaster.benchmarks.measure;

/**
 * How long and how often sides run.
 *
 * @param warmUpNs how long a side runs before it is recorded, in ns; for the time that is left
 * @param recordedNs how long it is recorded in each repeat, in ns
 * @param repeats how often each side is measured
 * @param rehearses whether an unmeasured round of each side goes before
 * @param rehearsedNs how long that records
 * @param isJudged whether disturbed rounds are told and measured again: not where time is virtual,
 *     and not where a round lasts for minutes
 */
public record Plan(
    long warmUpNs,
    long recordedNs,
    int repeats,
    boolean rehearses,
    long rehearsedNs,
    boolean isJudged) {

  /** As benchmarks run: without a warm-up there is no unmeasured round either. */
  public static Plan of(long warmUpNs, long recordedNs, int repeats) {
    return new Plan(warmUpNs, recordedNs, repeats, warmUpNs > 0, 0, true);
  }

  /** The same, whose unmeasured rounds are as long as others. */
  public Plan rehearsedInFull() {
    return new Plan(warmUpNs, recordedNs, repeats, rehearses, recordedNs, isJudged);
  }

  /** The same without unmeasured rounds. */
  public Plan unrehearsed() {
    return new Plan(warmUpNs, recordedNs, repeats, false, 0, isJudged);
  }

  /** The same, whatever others do on the machine meanwhile. */
  public Plan unjudged() {
    return new Plan(warmUpNs, recordedNs, repeats, rehearses, rehearsedNs, false);
  }
}
