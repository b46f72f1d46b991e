package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.Arrays;

/**
 * The pairs of intervals with and without scheduling, and the verdict on them. A pair yields the
 * logarithm of the ratio of the two rates. The gain is the median of the logarithms. Its spread is
 * the range of the middle ones, which contains the true median with a probability of 93 % for 5 or
 * for 8 pairs, whatever their distribution is (David and Nagaraja, Order Statistics, section 7.1).
 */
final class Comparison {
  /** The least gain that is worth a switch. */
  private static final double MIN_GAIN = 0.03;

  /** If the whole spread or what aborts cost is within this value, there is nothing to gain. */
  private static final double NO_DIFFERENCE = 0.05;

  private static final int PAIRS_FOR_TRIMMING = 8;

  private final double[] gains;
  private int pairs;

  Comparison(int pairs) {
    gains = new double[pairs];
  }

  /** Adds a pair, whose rates are positive. */
  void add(double rateOn, double rateOff) {
    gains[pairs++] = Math.log(rateOn / rateOff);
  }

  boolean isComplete() {
    return pairs == gains.length;
  }

  /** Returns the gain of scheduling, as a share. */
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

  private int trimmed() {
    return pairs < PAIRS_FOR_TRIMMING ? 0 : 1;
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
   *     cannot gain much more, so if the share is small, a gain or an unclear result is chance
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
