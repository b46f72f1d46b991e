package dev.yardmaster.benchmarks.load;

import java.util.SplittableRandom;

/**
 * The gaps between arrivals, in ns. Fractions of a nanosecond are carried over, so that the mean is
 * exact. For one thread.
 */
final class ArrivalGaps {

  private static final double NS_PER_SECOND = 1e9;

  private final SplittableRandom random;
  private final boolean poisson;
  private final double meanNs;
  private double carriedNs;

  ArrivalGaps(OpenLoad load) {
    random = new SplittableRandom(load.seed());
    poisson = load.arrivals() == OpenLoad.Arrivals.POISSON;
    meanNs = NS_PER_SECOND / load.ratePerSecond();
  }

  long nextNs() {
    double gapNs = carriedNs + (poisson ? -Math.log(1 - random.nextDouble()) * meanNs : meanNs);
    long wholeNs = (long) gapNs;
    carriedNs = gapNs - wholeNs;
    return wholeNs;
  }
}
