package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Spread;
import java.util.Optional;

/**
 * A value in a chart, as a dot or a bar.
 *
 * @param x horizontal position in charts with lines
 * @param label text that names the position
 * @param base the figure by which the value is divided; null for no division
 */
public record Mark(double x, String label, MetricRef value, MetricRef base) {

  /** Returns a mark of a value without a base. */
  public static Mark at(double x, String label, MetricRef value) {
    return new Mark(x, label, value, null);
  }

  /** Returns the height of the mark; empty if its figures were not measured. */
  public Optional<Spread> height(Measurements measurements) {
    return base == null ? measurements.spread(value) : measurements.ratio(value, base);
  }
}
