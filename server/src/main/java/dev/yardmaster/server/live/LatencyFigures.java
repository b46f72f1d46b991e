package dev.yardmaster.server.live;

import org.HdrHistogram.AbstractHistogram;

/**
 * The latencies of requests in microseconds, with an error of at most 1%.
 *
 * @param requests the number of answered requests; if 0, all other values are 0
 * @param p50Us the 50th percentile
 * @param p95Us the 95th percentile
 * @param p99Us the 99th percentile
 * @param p999Us the 99.9th percentile
 * @param maxUs the longest latency
 */
public record LatencyFigures(
    long requests, double p50Us, double p95Us, double p99Us, double p999Us, double maxUs) {

  private static final double NS_PER_US = 1e3;

  static LatencyFigures of(AbstractHistogram latenciesNs) {
    return latenciesNs.getTotalCount() == 0
        ? new LatencyFigures(0, 0, 0, 0, 0, 0)
        : new LatencyFigures(
            latenciesNs.getTotalCount(),
            percentile(latenciesNs, 50),
            percentile(latenciesNs, 95),
            percentile(latenciesNs, 99),
            percentile(latenciesNs, 99.9),
            percentile(latenciesNs, 100));
  }

  private static double percentile(AbstractHistogram latenciesNs, double percentile) {
    return latenciesNs.getValueAtPercentile(percentile) / NS_PER_US;
  }
}
