package dev.yardmaster.service.trials;

/**
 * Compares two settings of a running system by what commits: in short intervals, in the order
 * present, tried, tried, present, so that a drift of the load cancels. Each pair of intervals gives
 * the logarithm of a ratio; as soon as their mean is clearly on one side, the trial is over.
 *
 * <p>What the interval before left in flight is none of an interval's merit: it counts only when as
 * many as were in flight have ended twice.
 */
final class Trial {

  /** What has been found out so far. */
  enum Verdict {
    /** Not enough. */
    OPEN,
    /** The tried setting commits more. */
    BETTER,
    /** It does not, or not so much that it could be seen. */
    NOT_BETTER,
    /** Nothing can be found out: arrivals are the limit, or transactions take too long. */
    IDLE
  }

  private static final int GENERATIONS = 2;
  private static final int MIN_PAIRS = 3;

  /** Gains below this are not worth a change. */
  private static final double MIN_GAIN = 0.005;

  /**
   * So many standard errors are clear, from so many pairs on: nearly those of Student's
   * distribution for one in forty, and then a little more, since it is looked at again and again.
   */
  private static final double[] CLEARLY = {0, 0, 0, 4.3, 3.2, 2.8, 2.6, 2.5, 2.4};

  /** So many must do in the end. */
  private static final double IN_THE_END = 2;

  /** So much less is clear after two pairs: a third. */
  private static final double FAR_LESS = -0.4;

  /** More than this, a pair does not count: two and a half times as much. */
  private static final double MAX_OF_ONE_PAIR = 0.9;

  /** The tried setting may settle so much slower than the present one. */
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

  /** Whether it is the tried setting's interval. */
  boolean isTrying() {
    return ((interval + 1) & 2) != 0;
  }

  /** How long nothing at all would have had to commit for the same loss, in ns. */
  long lostNs() {
    return (long) (Math.max(0, -Math.expm1(sum / Math.max(1, pairs))) * triedNs);
  }

  /** Since when it goes on. */
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

  /** Goes on; to be called several times in an interval. */
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

  /** What the machine was taken away for is no better or worse for that. */
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
