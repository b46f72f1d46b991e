package dev.yardmaster.benchmarks.virtual;

/**
 * How transactions come.
 *
 * @param outstanding as many are kept under way, each beginning when one ends; 0 if they come at
 *     times of their own
 * @param perSecond how many come in a second then, at random, independent of one another
 */
public record VirtualLoad(int outstanding, double perSecond) {

  /** So many are always under way. */
  public static VirtualLoad closed(int outstanding) {
    return new VirtualLoad(outstanding, 0);
  }

  /** So many come in a second, whatever becomes of those before. */
  public static VirtualLoad open(double perSecond) {
    return new VirtualLoad(0, perSecond);
  }

  boolean isClosed() {
    return outstanding > 0;
  }
}
