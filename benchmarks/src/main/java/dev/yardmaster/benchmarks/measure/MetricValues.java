package dev.yardmaster.benchmarks.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The figures of one round, in the order of insertion. Undefined figures, such as a ratio to 0, are
 * omitted.
 */
public final class MetricValues {

  private final Map<Metric, Double> byMetric = new LinkedHashMap<>();

  /** Adds a figure, unless it is not finite. */
  public MetricValues put(Metric metric, double value) {
    if (Double.isFinite(value)) {
      byMetric.put(metric, value);
    }
    return this;
  }

  /** Adds a figure whose value is a whole number. */
  public MetricValues put(Metric metric, long value) {
    return put(metric, (double) value);
  }

  /** Adds all figures of another round. */
  public MetricValues putAll(MetricValues others) {
    byMetric.putAll(others.byMetric);
    return this;
  }

  /** Returns these figures under the names for one type of transaction. */
  public MetricValues ofType(String type) {
    MetricValues values = new MetricValues();
    byMetric.forEach((metric, value) -> values.put(metric.ofType(type), value));
    return values;
  }

  /** Returns a figure; NaN if it is undefined. */
  public double get(Metric metric) {
    return byMetric.getOrDefault(metric, Double.NaN);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MetricValues values && byMetric.equals(values.byMetric);
  }

  @Override
  public int hashCode() {
    return byMetric.hashCode();
  }

  @Override
  public String toString() {
    return byMetric.toString();
  }

  /** Returns the metrics of all defined figures. */
  public Set<Metric> metrics() {
    return byMetric.keySet();
  }
}
