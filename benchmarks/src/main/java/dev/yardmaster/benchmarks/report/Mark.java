package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Spread;
import java.util.Optional;

/**
 * A mark in a chart.
 *
 * @param x position in charts with lines
 * @param label position in words
 * @param base what the value is divided by; null for nothing
 */
public record Mark(double x, String label, MetricRef value, MetricRef base) {

  /** Returns a mark of a value without a base. */
  public static Mark at(double x, String label, MetricRef value) {
    return new Mark(x, label, value, null);
  }

  /** Returns the mark's height; empty if it was not measured. */
  public Optional<Spread> height(Measurements measurements) {
    return base == null ? measurements.spread(value) : measurements.ratio(value, base);
  }
}
