package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.Arrays;

/**
 * The pairs of intervals with and without scheduling, and the verdict on them. The result of a pair
 * is the logarithm of the ratio of its two rates. The gain is the median of these logarithms. The
 * spread of the gain is the range of the middle logarithms. For 6 or more pairs, this range
 * contains the true median with a probability of at least 96 %, whatever the distribution of the
 * logarithms is (David and Nagaraja, Order Statistics, section 7.1). While the verdict is unclear,
 * more pairs are added, which make the range narrower.
 */
final class PairedTrials {
  /** The smallest gain that justifies a switch. */
  private static final double MIN_GAIN = 0.03;

  /**
   * There is nothing to gain if the whole spread lies between plus and minus this value, or if
   * aborts cost a smaller share of the time than this value.
   */
  private static final double NO_DIFFERENCE = 0.05;

  /** The largest probability that the true median is outside the spread. */
  private static final double OUTSIDE = 0.04;

  private final int pairsOfLook;
  private final double[] gains;
  private int pairs;

  /**
   * Creates a comparison without pairs.
   *
   * @param pairsOfLook the number of pairs in a series; the verdict is computed after each series
   * @param looks the maximum number of series
   */
  PairedTrials(int pairsOfLook, int looks) {
    this.pairsOfLook = pairsOfLook;
    gains = new double[pairsOfLook * looks];
  }

  /** Adds a pair, whose rates are positive. */
  void add(double rateOn, double rateOff) {
    gains[pairs++] = Math.log(rateOn / rateOff);
  }

  /**
   * Returns whether no further pair is necessary.
   *
   * @param lostShare as in {@link #verdict(double)}
   */
  boolean isComplete(double lostShare) {
    return pairs == gains.length
        || (pairs % pairsOfLook == 0 && verdict(lostShare) != Verdict.UNCLEAR);
  }

  /** Returns the gain of scheduling as a share of the rate without scheduling. */
  double gain() {
    double[] sorted = sorted();
    return Math.expm1((sorted[(pairs - 1) / 2] + sorted[pairs / 2]) / 2);
  }

  double least() {
    return Math.expm1(sorted()[trimmed()]);
  }

  double greatest() {
    return Math.expm1(sorted()[pairs - 1 - trimmed()]);
  }

  /**
   * Returns the number of smallest gains that are outside the spread. The number of greatest gains
   * outside the spread is the same. The true median is below the (k + 1)-th least gain with the
   * probability that at most k of n coins show heads, where n is the number of pairs.
   */
  private int trimmed() {
    int trimmed = 0;
    double heads = Math.scalb(1.0, -pairs);
    double atMost = heads;
    while (true) {
      heads *= (double) (pairs - trimmed) / (trimmed + 1);
      atMost += heads;
      if (2 * atMost > OUTSIDE) {
        return trimmed;
      }
      trimmed++;
    }
  }

  private double[] sorted() {
    double[] sorted = Arrays.copyOf(gains, pairs);
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * Returns the verdict.
   *
   * @param lostShare the share of the time that was lost by aborts without scheduling. Scheduling
   *     cannot gain much more than this share. If the share is small, a gain or an unclear result
   *     is therefore due to chance
   */
  Verdict verdict(double lostShare) {
    Verdict seen = verdict();
    return lostShare < NO_DIFFERENCE && seen != Verdict.OFF_GAINS ? Verdict.NOTHING_TO_GAIN : seen;
  }

  private Verdict verdict() {
    double gain = gain();
    if (least() > 0 && gain >= MIN_GAIN) {
      return Verdict.ON_GAINS;
    }
    if (greatest() < 0 && gain <= -MIN_GAIN) {
      return Verdict.OFF_GAINS;
    }
    return least() >= -NO_DIFFERENCE && greatest() <= NO_DIFFERENCE
        ? Verdict.NOTHING_TO_GAIN
        : Verdict.UNCLEAR;
  }
}
