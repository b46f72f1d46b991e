package dev.yardmaster.benchmarks.measure;

/**
 * A reference to a measured figure of a side.
 *
 * @param point key of the point
 * @param side label of a side of the point
 * @param metric name of a metric of the side
 */
public record MetricRef(String point, String side, String metric) {

  /** Creates a reference to a figure of a side. */
  public MetricRef(String point, String side, Metric metric) {
    this(point, side, metric.name());
  }

  /** Returns a reference to the same figure of another side of the point. */
  public MetricRef of(String otherSide) {
    return new MetricRef(point, otherSide, metric);
  }
}
