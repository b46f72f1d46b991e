package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the bulk transactions of one interval came to. What is looked at for validation is counted
 * over all of their attempts, and 0 under protocols that do not treat ranges in their own way.
 *
 * @param committedPerSecond by the clock, or by virtual time
 * @param meanUs latency from a transaction's first attempt to its commit
 * @param p99Us the same, 99th percentile
 * @param abortRate share of attempts that ended in a conflict
 * @param itemsPerScan records, writes or entries looked at for one scan
 * @param writersPerScan writers' entries looked at for one scan
 * @param byVersion share of the entered logical ranges that their version alone decided
 */
public record BulkFigures(
    double committedPerSecond,
    double meanUs,
    double p99Us,
    double abortRate,
    double itemsPerScan,
    double writersPerScan,
    double byVersion) {

  static BulkFigures median(List<BulkFigures> repeats) {
    return new BulkFigures(
        median(repeats, BulkFigures::committedPerSecond),
        median(repeats, BulkFigures::meanUs),
        median(repeats, BulkFigures::p99Us),
        median(repeats, BulkFigures::abortRate),
        median(repeats, BulkFigures::itemsPerScan),
        median(repeats, BulkFigures::writersPerScan),
        median(repeats, BulkFigures::byVersion));
  }

  private static double median(List<BulkFigures> repeats, ToDoubleFunction<BulkFigures> figure) {
    return Spread.of(repeats.stream().mapToDouble(figure).toArray()).median();
  }
}
