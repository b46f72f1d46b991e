package dev.yardmaster.service.trials;

/**
 * Compares two settings of a running system by their commits, in short intervals in the order
 * present, tried, tried, present, so that a drift of the load cancels. Each pair of intervals gives
 * the logarithm of a ratio; the trial ends as soon as the mean is clearly on one side.
 *
 * <p>Transactions that the interval before left in flight must not count for an interval: counting
 * starts when twice as many transactions as were in flight have ended.
 */
final class Trial {

  /** The result of the trial so far. */
  enum Verdict {
    /** Not decided yet. */
    OPEN,
    /** The tried setting commits more. */
    BETTER,
    /** The tried setting commits no more, or too little more to be seen. */
    NOT_BETTER,
    /** Undecidable: arrivals are the limit, or transactions take too long. */
    IDLE
  }

  private static final int GENERATIONS = 2;
  private static final int MIN_PAIRS = 3;

  /** Gains below this are not worth a change. */
  private static final double MIN_GAIN = 0.005;

  /**
   * By the number of pairs, the number of standard errors that decide: from 3 pairs on close to
   * Student's distribution for 1 in 40, and from there slightly more, since the mean is tested
   * again and again.
   */
  private static final double[] CLEARLY = {0, 0, 0, 4.3, 3.2, 2.8, 2.6, 2.5, 2.4};

  /** The number of standard errors that decides when all pairs are used up. */
  private static final double IN_THE_END = 2;

  /** The mean logarithm that decides against the tried setting after 2 pairs: a loss of a third. */
  private static final double FAR_LESS = -0.4;

  /** Limit of one pair's logarithm, a factor of 2.5; more does not count. */
  private static final double MAX_OF_ONE_PAIR = 0.9;

  /** The tried setting may take this many times as long to settle as the present one. */
  private static final int SLOWER = 4;

  private final TunerPace pace;
  private final long firstNs;
  private int interval;
  private long beganNs;
  private long beganCompleted;
  private long beganInFlight;
  private boolean counting;
  private long countedFromNs;
  private long countedFromCompleted;
  private long fullBefore;

  private long presentSettledNs;
  private double presentRate;
  private double triedRate;
  private long triedNs;
  private int pairs;
  private double sum;
  private double sumOfSquares;

  Trial(TunerPace pace, long nowNs, TrialMetrics metrics) {
    this.pace = pace;
    firstNs = nowNs;
    begin(nowNs, metrics);
  }

  /** Returns whether the current interval runs the tried setting. */
  boolean isTrying() {
    return ((interval + 1) & 2) != 0;
  }

  /**
   * Returns the commits lost by the tried setting, as the time without any commits that loses as
   * many, in ns.
   */
  long lostNs() {
    return (long) (Math.max(0, -Math.expm1(sum / Math.max(1, pairs))) * triedNs);
  }

  /** When the trial began, in ns. */
  long firstNs() {
    return firstNs;
  }

  private void begin(long nowNs, TrialMetrics metrics) {
    beganNs = nowNs;
    beganCompleted = metrics.completed();
    beganInFlight = metrics.inFlight();
    fullBefore = metrics.fullCycles();
    counting = false;
  }

  /** Advances the trial; called several times in an interval. */
  Verdict goOn(long nowNs, TrialMetrics metrics) {
    return counting ? count(nowNs, metrics) : settle(nowNs, metrics);
  }

  private Verdict settle(long nowNs, TrialMetrics metrics) {
    long completed = metrics.completed();
    long passedNs = nowNs - beganNs;
    if (passedNs >= pace.settleNs() && completed - beganCompleted >= GENERATIONS * beganInFlight) {
      counting = true;
      countedFromNs = nowNs;
      countedFromCompleted = completed;
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
    double rate = (double) commits / Math.max(1, countedNs);
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
   * Adds a pair. An interval in which the machine was taken away must not count more than the
   * limit.
   */
  private void note(double gain) {
    double bounded = Math.max(-MAX_OF_ONE_PAIR, Math.min(MAX_OF_ONE_PAIR, gain));
    pairs++;
    sum += bounded;
    sumOfSquares += bounded * bounded;
  }

  private Verdict judge() {
    double mean = sum / pairs;
    if (pairs < Math.min(MIN_PAIRS, pace.pairs())) {
      return pairs > 1 && mean < FAR_LESS ? Verdict.NOT_BETTER : Verdict.OPEN;
    }
    double variance = Math.max(0, sumOfSquares / pairs - mean * mean);
    double error = pairs == 1 ? 0 : Math.sqrt(variance / (pairs - 1));
    double clearly = CLEARLY[Math.min(CLEARLY.length - 1, pairs)];
    if (mean - clearly * error > MIN_GAIN) {
      return Verdict.BETTER;
    }
    if (mean + clearly * error < MIN_GAIN) {
      return Verdict.NOT_BETTER;
    }
    if (pairs < pace.pairs()) {
      return Verdict.OPEN;
    }
    return mean - IN_THE_END * error > MIN_GAIN ? Verdict.BETTER : Verdict.NOT_BETTER;
  }
}
