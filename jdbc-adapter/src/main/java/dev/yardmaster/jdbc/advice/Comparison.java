package dev.yardmaster.jdbc.advice;

import dev.yardmaster.jdbc.figures.Advice.Verdict;
import java.util.Arrays;

/**
 * The pairs of intervals with and without scheduling, and the verdict on them. A pair yields the
 * logarithm of the ratio of the two rates. The gain is the median of the logarithms. Its spread is
 * the range of the middle ones, which contains the true median with a probability of at least 96 %
 * for 6 or more pairs, whatever their distribution is (David and Nagaraja, Order Statistics,
 * section 7.1). While the verdict is unclear, more pairs are added; the more pairs, the narrower
 * the range.
 */
final class Comparison {
  /** The least gain that is worth a switch. */
  private static final double MIN_GAIN = 0.03;

  /** If the whole spread or what aborts cost is within this value, there is nothing to gain. */
  private static final double NO_DIFFERENCE = 0.05;

  /** The largest probability that the true median is outside the spread. */
  private static final double OUTSIDE = 0.04;

  private final int pairsOfLook;
  private final double[] gains;
  private int pairs;

  /**
   * Creates a comparison without pairs.
   *
   * @param pairsOfLook the number of pairs after which the verdict is looked at, again and again
   * @param looks how often at most
   */
  Comparison(int pairsOfLook, int looks) {
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

  /**
   * Returns the number of least gains that are outside the spread; as many of the greatest are. The
   * true median is below the (k + 1)-th least gain with the probability that at most k of n coins
   * show heads, where n is the number of pairs.
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
