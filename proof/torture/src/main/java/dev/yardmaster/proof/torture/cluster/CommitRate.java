package dev.yardmaster.proof.torture.cluster;

import java.util.concurrent.TimeUnit;
import org.agrona.collections.LongArrayList;

/**
 * Counts the commits in steps of 100 ms, and determines when the commit rate is back after a fault.
 * The rate before the fault is the rate of the last second. The rate counts as recovered from the
 * beginning of the first 500 ms with a given share of the rate before the fault. This class is not
 * thread-safe.
 */
final class CommitRate {

  /** The result of {@link #backNs} if the rate is not back yet. */
  static final long NOT_YET = -1;

  /** The time for which commits must be counted before a fault. */
  static final int BEFORE_MS = 1_000;

  private static final int STEP_MS = 100;
  private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(STEP_MS);
  private static final int STEPS_BEFORE = BEFORE_MS / STEP_MS;
  private static final int STEPS_BACK = 5;

  /** The numbers of commits in the complete steps. */
  private final LongArrayList commits = new LongArrayList();

  private long beganNs;
  private long counted;
  private long faultNs;
  private int faultStep;

  /**
   * Begins to count.
   *
   * @param committed number of all commits until now
   */
  void begin(long nowNs, long committed) {
    commits.clear();
    beganNs = nowNs;
    counted = committed;
  }

  /**
   * Counts the commits since the last call. The caller must call this method at least once in each
   * step.
   */
  void count(long nowNs, long committed) {
    while (nowNs - beganNs >= (commits.size() + 1) * STEP_NS) {
      commits.addLong(committed - counted);
      counted = committed;
    }
  }

  /** Records the time of a fault. */
  void fault(long nowNs) {
    faultNs = nowNs;
    faultStep = commits.size();
  }

  /**
   * Returns the time from the fault until the rate was back, in ns; or {@link #NOT_YET}.
   *
   * @param share the share of the rate before the fault
   */
  long backNs(double share) {
    double goal = share * sum(Math.max(0, faultStep - STEPS_BEFORE), faultStep);
    // The step of the fault is skipped, because it also has commits from before the fault.
    for (int from = faultStep + 1; from + STEPS_BACK <= commits.size(); from++) {
      if (sum(from, from + STEPS_BACK) * STEPS_BEFORE >= goal * STEPS_BACK) {
        return beganNs + from * STEP_NS - faultNs;
      }
    }
    return NOT_YET;
  }

  /** Returns the time from the fault to the end of the last complete step, in ns. */
  long countedNs() {
    return beganNs + commits.size() * STEP_NS - faultNs;
  }

  private long sum(int from, int to) {
    long sum = 0;
    for (int step = from; step < to; step++) {
      sum += commits.getLong(step);
    }
    return sum;
  }
}
