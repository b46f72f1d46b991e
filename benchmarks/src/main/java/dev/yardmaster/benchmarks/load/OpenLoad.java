package dev.yardmaster.benchmarks.load;

import java.util.Locale;

/**
 * The arrivals of an open loop.
 *
 * @param ratePerSecond mean number of transactions per second
 * @param arrivals how their times are drawn
 * @param maxOutstanding a transaction that arrives while this many are outstanding is dropped
 * @param seed seed of the draw
 */
public record OpenLoad(double ratePerSecond, Arrivals arrivals, int maxOutstanding, long seed) {

  /** How the times of arrivals are drawn. */
  public enum Arrivals {
    /** Independent arrivals, with exponential gaps. */
    POISSON,
    /** Arrivals in equal gaps. */
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
