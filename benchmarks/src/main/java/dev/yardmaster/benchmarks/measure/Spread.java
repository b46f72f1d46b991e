package dev.yardmaster.benchmarks.measure;

import java.util.Arrays;

/** A median with the least and the greatest of its values. */
public record Spread(double median, double min, double max) {

  /**
   * Returns the spread of one or more values; the median of an even number is the mean of the
   * middle two.
   */
  public static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
