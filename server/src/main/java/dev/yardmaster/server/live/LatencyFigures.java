package dev.yardmaster.server.live;

import org.HdrHistogram.AbstractHistogram;

/**
 * How long requests took, in microseconds; each is right to 1%.
 *
 * @param requests how many were answered; with 0, all else is 0
 * @param p50Us half of them took at most so long
 * @param p95Us 95% of them took at most so long
 * @param p99Us 99% of them took at most so long
 * @param p999Us 99.9% of them took at most so long
 * @param maxUs the longest took so long
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
