package dev.yardmaster.benchmarks.load;

import java.util.Locale;

/**
 * The arrivals of an open loop.
 *
 * @param ratePerSecond mean number of transactions per second
 * @param arrivals the distribution of the arrival times
 * @param maxOutstanding upper bound of the outstanding transactions; while it is reached, arriving
 *     transactions are dropped
 * @param seed seed of the arrival times
 */
public record OpenLoad(double ratePerSecond, Arrivals arrivals, int maxOutstanding, long seed) {

  /** The distribution of the arrival times. */
  public enum Arrivals {
    /** Arrivals are independent of each other, with exponentially distributed gaps. */
    POISSON,
    /** Arrivals have equal gaps. */
    CONSTANT;

    /** Returns the name on command lines and in reports: lower case. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  ArrivalGaps gaps() {
    return new ArrivalGaps(this);
  }
}
