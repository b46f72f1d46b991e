package dev.yardmaster.benchmarks.measure;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The latencies of a round, in us. A percentile is undefined if fewer than {@value #MIN_ABOVE}
 * latencies of the round are above the percentile, because its value would then be a matter of
 * chance.
 */
public final class Latency {

  /** The mean latency. */
  public static final Metric MEAN = Metric.latency("meanUs");

  /** The median latency. */
  public static final Metric P50 = Metric.latency("p50Us");

  /** The 75th percentile of the latency. */
  public static final Metric P75 = Metric.latency("p75Us");

  /** The 90th percentile of the latency. */
  public static final Metric P90 = Metric.latency("p90Us");

  /** The 95th percentile of the latency. */
  public static final Metric P95 = Metric.latency("p95Us");

  /** The 99th percentile of the latency. */
  public static final Metric P99 = Metric.latency("p99Us");

  /** The 99.9th percentile of the latency. */
  public static final Metric P999 = Metric.latency("p999Us");

  /** The longest latency; with several repeats, the longest of all repeats. */
  public static final Metric MAX = Metric.latency("maxUs").greatest();

  /** The percentiles that tables and charts show. */
  public static final List<Metric> SHOWN = List.of(P50, P95, P99, P999, MAX);

  private static final double NS_PER_US = 1e3;
  private static final long MIN_ABOVE = 100;

  private Latency() {}

  /**
   * Returns a percentile, in us, of latencies in ns; NaN if too few latencies are above the
   * percentile.
   */
  public static double percentileUs(Histogram ns, double percentile) {
    long above = Math.round(ns.getTotalCount() * (100 - percentile)) / 100;
    return above < MIN_ABOVE ? Double.NaN : ns.getValueAtPercentile(percentile) / NS_PER_US;
  }

  /** Returns the mean, in us, of latencies in ns; NaN if there are no latencies. */
  public static double meanUs(Histogram ns) {
    return ns.getTotalCount() == 0 ? Double.NaN : ns.getMean() / NS_PER_US;
  }

  /** Returns the longest latency, in us, of latencies in ns; NaN if there are no latencies. */
  public static double maxUs(Histogram ns) {
    return ns.getTotalCount() == 0 ? Double.NaN : ns.getMaxValue() / NS_PER_US;
  }

  /**
   * Returns the metrics of latencies in ns, without those that are undefined; empty if there are no
   * latencies.
   */
  public static MetricValues of(Histogram ns) {
    return new MetricValues()
        .put(MEAN, meanUs(ns))
        .put(P50, percentileUs(ns, 50))
        .put(P75, percentileUs(ns, 75))
        .put(P90, percentileUs(ns, 90))
        .put(P95, percentileUs(ns, 95))
        .put(P99, percentileUs(ns, 99))
        .put(P999, percentileUs(ns, 99.9))
        .put(MAX, maxUs(ns));
  }
}
