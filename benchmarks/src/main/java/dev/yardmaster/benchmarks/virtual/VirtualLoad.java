package dev.yardmaster.benchmarks.virtual;

/**
 * The load of a run on virtual cores.
 *
 * @param outstanding number of transactions that are always in flight, because another transaction
 *     begins when one ends; 0 for an open load
 * @param perSecond mean rate of an open load, whose transactions arrive at random and independently
 *     of each other
 */
public record VirtualLoad(int outstanding, double perSecond) {

  /** Returns a load with a fixed number of transactions in flight. */
  public static VirtualLoad closed(int outstanding) {
    return new VirtualLoad(outstanding, 0);
  }

  /** Returns a load with a mean rate of arrivals, independent of the number in flight. */
  public static VirtualLoad open(double perSecond) {
    return new VirtualLoad(0, perSecond);
  }

  boolean isClosed() {
    return outstanding > 0;
  }
}
