package dev.yardmaster.processor.tuning;

/**
 * Compares two tunings of a running pipeline by what commits: in short intervals, in the order
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
    /** The tried tuning commits more. */
    BETTER,
    /** It does not, or not so much that it could be seen. */
    NOT_BETTER,
    /** Arrivals are the limit, so that nothing can be found out. */
    IDLE
  }

  private static final int GENERATIONS = 2;
  private static final int LEAST_PAIRS = 3;

  /** Gains below this are not worth a change. */
  private static final double LEAST_GAIN = 0.005;

  /** So many standard errors are clear. */
  private static final double CLEARLY = 2.2;

  /** So much less is clear after two pairs, and twice as much after one. */
  private static final double FAR_LESS = -0.3;

  /** With so little of what committed before it, an interval ends at once. */
  private static final double HOPELESS = 0.3;

  /** More than this, a pair does not count: two and a half times as much. */
  private static final double MOST_OF_ONE_PAIR = 0.9;

  private final TunerPace pace;
  private int interval;
  private long beganNs;
  private long beganCompleted;
  private long beganInFlight;
  private boolean counting;
  private long countedFromNs;
  private long countedFromCompleted;
  private long fullBefore;

  private double presentRate;
  private double triedRate;
  private long triedNs;
  private int pairs;
  private double sum;
  private double sumOfSquares;

  Trial(TunerPace pace, long nowNs, Signs signs) {
    this.pace = pace;
    begin(nowNs, signs);
  }

  /** Whether it is the tried tuning's interval. */
  boolean isTrying() {
    return ((interval + 1) & 2) != 0;
  }

  /** How long nothing at all would have had to commit for the same loss, in ns. */
  long lostNs() {
    return (long) (Math.max(0, -Math.expm1(sum / Math.max(1, pairs))) * triedNs);
  }

  private void begin(long nowNs, Signs signs) {
    beganNs = nowNs;
    beganCompleted = signs.completed();
    beganInFlight = signs.inFlight();
    fullBefore = signs.fullCycles();
    counting = false;
  }

  /** Goes on; to be called several times in an interval. */
  Verdict goOn(long nowNs, Signs signs) {
    long completed = signs.completed();
    long passedNs = nowNs - beganNs;
    boolean overdue = passedNs >= pace.longestNs();
    if (isFarBehind(passedNs, completed - beganCompleted)) {
      triedNs += passedNs;
      sum = -MOST_OF_ONE_PAIR * Math.max(1, pairs);
      return Verdict.NOT_BETTER;
    }
    if (!counting) {
      if ((passedNs >= pace.settleNs() && completed - beganCompleted >= GENERATIONS * beganInFlight)
          || passedNs >= pace.longestNs() / 2) {
        counting = true;
        countedFromNs = nowNs;
        countedFromCompleted = completed;
      }
      return Verdict.OPEN;
    }
    long commits = completed - countedFromCompleted;
    long countedNs = nowNs - countedFromNs;
    if (!overdue && (countedNs < pace.intervalNs() || commits < pace.commits())) {
      return Verdict.OPEN;
    }
    if (signs.fullCycles() == fullBefore) {
      return Verdict.IDLE;
    }
    end((double) commits / Math.max(1, countedNs), passedNs);
    boolean pairEnded = (interval & 1) == 0;
    begin(nowNs, signs);
    return pairEnded ? judge() : Verdict.OPEN;
  }

  /** Whether the tried tuning need not be looked at any longer: it would only cost more. */
  private boolean isFarBehind(long passedNs, long commits) {
    return isTrying()
        && passedNs >= pace.settleNs() + pace.intervalNs()
        && commits < HOPELESS * presentRate * passedNs;
  }

  private void end(double rate, long passedNs) {
    if (isTrying()) {
      triedRate = rate;
      triedNs += passedNs;
    } else {
      presentRate = rate;
    }
    interval++;
    if ((interval & 1) == 0) {
      double gain = presentRate + triedRate == 0 ? 0 : Math.log(triedRate / presentRate);
      // What the machine was taken away for is no better or worse for that.
      gain = Math.max(-MOST_OF_ONE_PAIR, Math.min(MOST_OF_ONE_PAIR, gain));
      pairs++;
      sum += gain;
      sumOfSquares += gain * gain;
    }
  }

  private Verdict judge() {
    double mean = sum / Math.max(1, pairs);
    if (pairs < LEAST_PAIRS) {
      return mean < FAR_LESS / pairs * 2 ? Verdict.NOT_BETTER : Verdict.OPEN;
    }
    double variance = Math.max(0, sumOfSquares / pairs - mean * mean) * pairs / (pairs - 1);
    double error = Math.sqrt(variance / pairs);
    if (mean - CLEARLY * error > LEAST_GAIN) {
      return Verdict.BETTER;
    }
    if (mean + CLEARLY * error < LEAST_GAIN) {
      return Verdict.NOT_BETTER;
    }
    if (pairs < pace.pairs()) {
      return Verdict.OPEN;
    }
    return mean - error > LEAST_GAIN ? Verdict.BETTER : Verdict.NOT_BETTER;
  }
}
