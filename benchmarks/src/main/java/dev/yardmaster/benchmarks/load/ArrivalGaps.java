package dev.yardmaster.benchmarks.load;

import java.util.SplittableRandom;

/**
 * Draws the gaps between arrivals, in ns. The gaps are whole numbers. The lost fraction of one gap
 * is added to the next gap, so that the mean is exact. An instance is for use by one thread.
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
