package dev.yardmaster.benchmarks.load;

import java.util.Locale;

/**
 * How the transactions of an open loop come.
 *
 * @param ratePerSecond how many, on average
 * @param arrivals how their times are drawn
 * @param maxOutstanding what comes while so many are outstanding is dropped
 * @param seed seed of the draw
 */
public record OpenLoad(double ratePerSecond, Arrivals arrivals, int maxOutstanding, long seed) {

  /** How times are drawn. */
  public enum Arrivals {
    /** Each independently of the others, so that gaps are exponential. */
    POISSON,
    /** One after another in equal gaps. */
    CONSTANT;

    /** The name used on command lines and in reports: lower case. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ArrivalGaps gaps() {
    return new ArrivalGaps(this);
  }
}
