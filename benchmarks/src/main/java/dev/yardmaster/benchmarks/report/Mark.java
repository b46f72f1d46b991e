package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Spread;
import java.util.Locale;
import java.util.Optional;

/**
 * A value in a chart, as a dot or a bar.
 *
 * @param x horizontal position in charts with lines
 * @param label text that names the horizontal position
 * @param base the figure by which the value is divided; null for no division
 * @param across the metric whose value is the horizontal position; null if {@code x} is the
 *     position
 */
public record Mark(double x, String label, MetricRef value, MetricRef base, MetricRef across) {

  /** Creates a mark at a fixed position. */
  public Mark(double x, String label, MetricRef value, MetricRef base) {
    this(x, label, value, base, null);
  }

  /** Returns a mark of a value without a base. */
  public static Mark at(double x, String label, MetricRef value) {
    return new Mark(x, label, value, null);
  }

  /**
   * Returns the dot to draw; empty if one of its values was not measured.
   *
   * @param yScale factor by which the value is multiplied to get the height
   */
  Optional<Chart.Dot> dot(Measurements measurements, double yScale) {
    Optional<Spread> height =
        base == null ? measurements.spread(value) : measurements.ratio(value, base);
    return height.map(y -> y.times(yScale)).flatMap(y -> dot(measurements, y));
  }

  private Optional<Chart.Dot> dot(Measurements measurements, Spread y) {
    return across == null
        ? Optional.of(new Chart.Dot(x, label, label, y))
        : measurements
            .spread(across)
            .map(Spread::median)
            .map(at -> new Chart.Dot(at, label, String.format(Locale.ROOT, "%,.0f", at), y));
  }
}
