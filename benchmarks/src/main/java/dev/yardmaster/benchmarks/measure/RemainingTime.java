package dev.yardmaster.benchmarks.measure;

/**
 * Estimates the remaining time of a comparison from its plan and from the overhead of earlier
 * rounds.
 */
final class RemainingTime {

  private static final double NS_PER_SECOND = 1e9;

  private final long roundPlannedNs;
  private long plannedLeftNs;
  private int roundsLeft;
  private long overheadNs;
  private int roundsDone;
  private long begunNs;
  private long roundNs;

  /**
   * Creates an estimate for the given numbers of unmeasured and measured rounds.
   *
   * @param warmRoundNs planned length of an unmeasured round (warm-up and recording), in ns
   * @param roundNs planned length of a measured round (warm-up and recording), in ns
   */
  RemainingTime(int warmRounds, long warmRoundNs, int rounds, long roundNs) {
    this.roundsLeft = warmRounds + rounds;
    this.roundPlannedNs = roundNs;
    this.plannedLeftNs = warmRounds * warmRoundNs + rounds * roundNs;
  }

  /** Adds a round that was not planned, because a disturbed round runs again. */
  void again() {
    roundsLeft++;
    plannedLeftNs += roundPlannedNs;
  }

  void begin(long plannedNs, long nowNs) {
    roundNs = plannedNs;
    begunNs = nowNs;
  }

  void end(long nowNs) {
    overheadNs += Math.max(0, nowNs - begunNs - roundNs);
    roundsDone++;
    roundsLeft--;
    plannedLeftNs -= roundNs;
    begin(0, nowNs);
  }

  double secondsLeft(long nowNs) {
    long meanOverheadNs = roundsDone == 0 ? roundPlannedNs / 10 : overheadNs / roundsDone;
    long thisRoundNs = Math.min(nowNs - begunNs, roundNs + meanOverheadNs);
    return Math.max(0, plannedLeftNs + roundsLeft * meanOverheadNs - thisRoundNs) / NS_PER_SECOND;
  }
}
