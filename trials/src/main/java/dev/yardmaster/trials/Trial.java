package dev.yardmaster.trials;

/**
 * Compares two settings of a running system by the number of commits at the same cost. The cost is
 * time, unless the metrics define another cost. The trial runs the settings in short intervals, in
 * this order: present setting, tried setting, tried setting, present setting. With this order, a
 * steady drift of the load does not affect the result. Each pair of intervals yields the logarithm
 * of the ratio of their commits. The trial ends as soon as the mean of these logarithms is clearly
 * positive or negative.
 *
 * <p>Transactions that were in flight when an interval began must not be counted for this interval,
 * because they belong to the previous interval. Counting therefore begins only when two conditions
 * hold: the interval's setting has taken effect, and twice as many transactions have ended as were
 * in flight at the beginning of the interval.
 */
final class Trial {

  /** The result of the trial so far. */
  enum Verdict {
    /** The trial is not decided yet. */
    OPEN,
    /** The tried setting commits more transactions. */
    BETTER,
    /**
     * The tried setting does not commit more transactions, or the gain is too small to be measured.
     */
    NOT_BETTER,
    /**
     * The trial cannot be decided: either too few transactions arrive to show a difference, or
     * transactions take too long.
     */
    IDLE
  }

  private static final int GENERATIONS = 2;
  private static final int MIN_PAIRS = 3;

  /**
   * A trial is decided when the mean differs from the minimum gain by this number of standard
   * errors. The index is the number of pairs. For 3 pairs, the number is close to Student's
   * distribution for a probability of 1 in 40. For more pairs, the number is slightly higher than
   * that, because the mean is tested repeatedly.
   */
  private static final double[] CLEARLY = {0, 0, 0, 4.3, 3.2, 2.8, 2.6, 2.5, 2.4};

  /**
   * After the last pair of a trial, the tried setting is better if the mean exceeds the minimum
   * gain by this number of standard errors.
   */
  private static final double IN_THE_END = 2;

  /**
   * If the mean logarithm is below this value after 2 pairs, the trial decides against the tried
   * setting. The value corresponds to losing a third of the commits.
   */
  private static final double FAR_LESS = -0.4;

  /**
   * The limit for the absolute value of one pair's logarithm, which corresponds to a factor of 2.5.
   * A larger value is reduced to this limit. If the first pair reaches the negative limit, the
   * trial decides against the tried setting.
   */
  private static final double MAX_OF_ONE_PAIR = 0.9;

  /**
   * The limit for the absolute value of one pair's logarithm in the comparison with the standard
   * error. In some intervals, a thread may not get any processor time. The full values of such
   * pairs would hide differences of several percent.
   */
  private static final double MAX_IN_COMPARISON = 0.2;

  /**
   * The maximum time until an interval with the tried setting begins to count, as a multiple of the
   * time that the present setting needed.
   */
  private static final int SLOWER = 4;

  private final TunerPace pace;
  private final double minGain;
  private final long firstNs;
  private int interval;
  private long beganNs;

  /** The time at which the setting of the current interval took effect. */
  private long inForceNs;

  private long beganCompleted;
  private long beganInFlight;
  private boolean counting;
  private long countedFromNs;
  private long countedFromCompleted;
  private long countedFromCostNs;
  private long fullBefore;

  private long presentSettledNs;
  private double presentRate;
  private double triedRate;
  private long triedNs;
  private int pairs;
  private double sum;
  private double comparedSum;
  private double comparedSumOfSquares;

  Trial(TunerPace pace, double minGain, long nowNs, TrialMetrics metrics) {
    this.pace = pace;
    this.minGain = minGain;
    firstNs = nowNs;
    begin(nowNs, metrics);
  }

  /** Returns whether the current interval runs the tried setting. */
  boolean isTrying() {
    return ((interval + 1) & 2) != 0;
  }

  /**
   * Returns the cost of the tried setting, in ns: the share of commits that were lost under this
   * setting, multiplied by the time for which it ran.
   */
  long lostNs() {
    return (long) (Math.max(0, -Math.expm1(sum / Math.max(1, pairs))) * triedNs);
  }

  /** Returns the time at which the trial began, in ns. */
  long firstNs() {
    return firstNs;
  }

  private void begin(long nowNs, TrialMetrics metrics) {
    beganNs = nowNs;
    inForceNs = nowNs;
    beganCompleted = metrics.completed();
    beganInFlight = metrics.inFlight();
    fullBefore = metrics.fullCycles();
    counting = false;
  }

  /** Advances the trial; called several times in each interval. */
  Verdict goOn(long nowNs, TrialMetrics metrics) {
    return counting ? count(nowNs, metrics) : settle(nowNs, metrics);
  }

  private Verdict settle(long nowNs, TrialMetrics metrics) {
    long completed = metrics.completed();
    if (!metrics.isInForce()) {
      inForceNs = nowNs;
      beganCompleted = completed;
    }
    long passedNs = nowNs - beganNs;
    if (nowNs - inForceNs >= pace.settleNs()
        && completed - beganCompleted >= GENERATIONS * beganInFlight) {
      counting = true;
      countedFromNs = nowNs;
      countedFromCompleted = completed;
      countedFromCostNs = metrics.costNs(nowNs);
      if (!isTrying()) {
        presentSettledNs = Math.max(presentSettledNs, passedNs);
      }
      return Verdict.OPEN;
    }
    if (passedNs < Math.max(pace.longestNs(), SLOWER * presentSettledNs)) {
      return Verdict.OPEN;
    }
    if (!isTrying()) {
      return Verdict.IDLE;
    }
    triedNs += passedNs;
    note(-MAX_OF_ONE_PAIR);
    return Verdict.NOT_BETTER;
  }

  private Verdict count(long nowNs, TrialMetrics metrics) {
    long commits = metrics.completed() - countedFromCompleted;
    long countedNs = nowNs - countedFromNs;
    if (countedNs < pace.longestNs()
        && (countedNs < pace.intervalNs() || commits < pace.commits())) {
      return Verdict.OPEN;
    }
    if (metrics.fullCycles() == fullBefore) {
      return Verdict.IDLE;
    }
    double rate = (double) commits / Math.max(1, metrics.costNs(nowNs) - countedFromCostNs);
    if (isTrying()) {
      triedRate = rate;
      triedNs += nowNs - beganNs;
    } else {
      presentRate = rate;
    }
    interval++;
    begin(nowNs, metrics);
    if ((interval & 1) != 0) {
      return Verdict.OPEN;
    }
    note(presentRate + triedRate == 0 ? 0 : Math.log(triedRate / presentRate));
    return judge();
  }

  /**
   * Adds a pair. The limits bound the effect of a pair in which the process got no processor time
   * during an interval.
   */
  private void note(double gain) {
    pairs++;
    sum += bounded(gain, MAX_OF_ONE_PAIR);
    double compared = bounded(gain, MAX_IN_COMPARISON);
    comparedSum += compared;
    comparedSumOfSquares += compared * compared;
  }

  private static double bounded(double gain, double limit) {
    return Math.max(-limit, Math.min(limit, gain));
  }

  private Verdict judge() {
    if (pairs < Math.min(MIN_PAIRS, pace.pairs())) {
      boolean farLess = pairs == 1 ? sum <= -MAX_OF_ONE_PAIR : sum / pairs < FAR_LESS;
      return farLess ? Verdict.NOT_BETTER : Verdict.OPEN;
    }
    double mean = comparedSum / pairs;
    double variance = Math.max(0, comparedSumOfSquares / pairs - mean * mean);
    double error = pairs == 1 ? 0 : Math.sqrt(variance / (pairs - 1));
    double clearly = CLEARLY[Math.min(CLEARLY.length - 1, pairs)];
    if (mean - clearly * error > minGain) {
      return Verdict.BETTER;
    }
    if (mean + clearly * error < minGain) {
      return Verdict.NOT_BETTER;
    }
    if (pairs < pace.pairs()) {
      return Verdict.OPEN;
    }
    return mean - IN_THE_END * error > minGain ? Verdict.BETTER : Verdict.NOT_BETTER;
  }
}
