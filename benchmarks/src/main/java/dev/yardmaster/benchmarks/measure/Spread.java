package dev.yardmaster.benchmarks.measure;

import java.util.Arrays;

/** The median of some values, with the least and the greatest value. */
public record Spread(double median, double min, double max) {

  /**
   * Returns the spread of one or more values. The median of an even number of values is the mean of
   * the two middle values.
   */
  public static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** Returns this spread with all values multiplied by a factor. */
  public Spread times(double factor) {
    return new Spread(median * factor, min * factor, max * factor);
  }
}
