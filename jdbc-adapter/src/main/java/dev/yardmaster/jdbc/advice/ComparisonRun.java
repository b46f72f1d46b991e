package dev.yardmaster.jdbc.advice;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.advice.AdvisedSystem.Totals;
import dev.yardmaster.jdbc.figures.Advice;
import dev.yardmaster.trials.TrialMetrics;
import java.util.random.RandomGenerator;

/**
 * Runs a comparison, which switches scheduling on and off in short intervals. Four intervals form a
 * block: on, off, off, on, or the reverse, at random. Therefore neither a steady drift of the load
 * nor a periodic load favors one side.
 *
 * <p>Transactions that are in flight at a switch began under the previous setting. An interval
 * therefore begins only when twice as many transactions have ended as were in flight at the switch.
 */
@Shared(
    writers = "the thread that advances the advisor",
    readers = "the same",
    access = "guarded by Advisor.lock")
final class ComparisonRun {
  private static final int GENERATIONS = 2;
  private static final int BLOCK = 4;

  private final AdvisorPace pace;
  private final AdvisedSystem system;
  private final RandomGenerator random;
  private final PairedTrials pairs;
  private final SideTotals on = new SideTotals();
  private final SideTotals off = new SideTotals();

  /** The number of intervals that have ended. */
  private int interval;

  private boolean blockBeginsOn;

  /**
   * Whether the interval has begun. Before that, transactions that began under the previous setting
   * may still run.
   */
  private boolean counting;

  private long beganNs;
  private long beganCompleted;
  private long beganInFlight;
  private long beganCostNs;
  private Totals beganTotals;
  private double rateOn;
  private double rateOff;

  ComparisonRun(AdvisorPace pace, AdvisedSystem system, RandomGenerator random, long nowNs) {
    this.pace = pace;
    this.system = system;
    this.random = random;
    pairs = new PairedTrials(pace.pairs(), pace.looks());
    beginInterval(nowNs);
  }

  private boolean isIntervalOn() {
    int inBlock = interval % BLOCK;
    return blockBeginsOn == (inBlock == 0 || inBlock == BLOCK - 1);
  }

  private void beginInterval(long nowNs) {
    if (interval % BLOCK == 0) {
      blockBeginsOn = random.nextBoolean();
    }
    system.schedule(isIntervalOn());
    beganNs = nowNs;
    beganCompleted = system.contended().completed();
    beganInFlight = system.contended().inFlight();
    counting = false;
  }

  /**
   * Advances the comparison. Returns the advice if the comparison has ended; otherwise returns
   * null.
   */
  Advice goOn(long nowNs) {
    TrialMetrics metrics = system.contended();
    long completed = metrics.completed() - beganCompleted;
    if (completed < 0) {
      return AdviceText.tooManyTexts();
    }
    return counting ? count(completed, metrics, nowNs) : settle(completed, metrics, nowNs);
  }

  private Advice settle(long completed, TrialMetrics metrics, long nowNs) {
    long passedNs = nowNs - beganNs;
    if (passedNs >= pace.settleNs() && completed >= GENERATIONS * beganInFlight) {
      counting = true;
      beganNs = nowNs;
      beganCompleted += completed;
      beganCostNs = metrics.costNs(nowNs);
      beganTotals = system.totals();
      return null;
    }
    return passedNs < pace.longestNs() ? null : AdviceText.tooLittleTraffic(completed, passedNs);
  }

  private Advice count(long completed, TrialMetrics metrics, long nowNs) {
    long passedNs = nowNs - beganNs;
    if (passedNs < pace.intervalNs()) {
      return null;
    }
    if (completed < pace.transactions()) {
      return passedNs < pace.longestNs() ? null : AdviceText.tooLittleTraffic(completed, passedNs);
    }
    double rate = (double) completed / Math.max(1, metrics.costNs(nowNs) - beganCostNs);
    if (isIntervalOn()) {
      rateOn = rate;
    } else {
      rateOff = rate;
    }
    (isIntervalOn() ? on : off).add(passedNs, system.totals().since(beganTotals));
    interval++;
    if (interval % 2 == 0) {
      pairs.add(rateOn, rateOff);
      if (pairs.isComplete(off.lostShare())) {
        return AdviceText.compared(pairs, on, off);
      }
    }
    beginInterval(nowNs);
    return null;
  }
}
