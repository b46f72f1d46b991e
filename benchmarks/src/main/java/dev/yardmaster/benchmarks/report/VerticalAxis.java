package dev.yardmaster.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The vertical axis of a chart: the labelled values, and the position of each value. The functions
 * are pure.
 *
 * @param ticks the labelled values, ascending
 * @param height returns the height of a value, as a share of the axis
 */
record VerticalAxis(List<Double> ticks, DoubleUnaryOperator height) {

  private static final int TICKS = 5;

  /** Returns an axis from 0 to at least the given value. */
  static VerticalAxis linear(double highest) {
    double step = step(highest / TICKS);
    double top = step * Math.ceil(highest / step - 1e-9);
    List<Double> ticks = new ArrayList<>();
    for (double value = 0; value <= top * (1 + 1e-9); value += step) {
      ticks.add(value);
    }
    return new VerticalAxis(ticks, value -> value / top);
  }

  /**
   * Returns an axis between two powers of ten around the values. Values below the lower power are
   * drawn at the bottom of the axis.
   */
  static VerticalAxis logarithmic(double least, double highest) {
    int from = (int) Math.floor(Math.log10(least) + 1e-9);
    int to = Math.max(from + 1, (int) Math.ceil(Math.log10(highest) - 1e-9));
    List<Double> ticks = new ArrayList<>();
    for (int power = from; power <= to; power++) {
      ticks.add(Math.pow(10, power));
    }
    return new VerticalAxis(ticks, value -> Math.max(0, (Math.log10(value) - from) / (to - from)));
  }

  /**
   * Returns the smallest number that is not below a value and is 1, 2 or 5 times a power of ten.
   */
  static double step(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least * (1 - 1e-9)) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
