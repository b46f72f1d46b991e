package dev.yardmaster.benchmarks.measure;

import java.util.Arrays;

/** A median, and the least and greatest of the values it stands for. */
public record Spread(double median, double min, double max) {

  /**
   * The spread of one or more values; the median of an even number is the mean of the middle two.
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
