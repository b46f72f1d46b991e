package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.RangeCounts;
import org.HdrHistogram.Histogram;

/**
 * The counts and latencies of one worker's bulk transactions. Only the worker's thread writes the
 * object. Other threads read the object after the worker has ended.
 */
final class BulkCounts {

  private static final double NS_PER_SECOND = 1e9;

  private final Histogram latencyNs = new Histogram(1, RoundWorker.HIGHEST_NS, RoundWorker.DIGITS);
  private long committed;
  private long failed;
  private long aborts;
  private long scans;
  private long ranges;
  private long items;
  private long writers;
  private long byVersion;
  private long scansBefore;
  private long rangesBefore;
  private long itemsBefore;
  private long writersBefore;
  private long byVersionBefore;

  /** Remembers the worker's present counts of scanned ranges, at the beginning of a transaction. */
  void begin(RangeCounts counts) {
    scansBefore = counts.scansBegun();
    rangesBefore = counts.rangesEntered();
    itemsBefore = counts.itemsExamined();
    writersBefore = counts.writersExamined();
    byVersionBefore = counts.rangesByVersion();
  }

  /**
   * Adds the ranges that were counted since {@link #begin}, and the number of attempts that ended
   * in a conflict.
   */
  void end(RangeCounts counts, int conflicts) {
    scans += counts.scansBegun() - scansBefore;
    ranges += counts.rangesEntered() - rangesBefore;
    items += counts.itemsExamined() - itemsBefore;
    writers += counts.writersExamined() - writersBefore;
    byVersion += counts.rangesByVersion() - byVersionBefore;
    aborts += conflicts;
  }

  /** Counts a transaction that committed. */
  void committed() {
    committed++;
  }

  /**
   * Records a latency: the latency of a transaction that committed, or the time so far of a
   * transaction that has not ended.
   */
  void took(long tookNs) {
    latencyNs.recordValue(tookNs);
  }

  /** Counts a transaction that ended without a commit. */
  void failed() {
    failed++;
  }

  /** Adds another worker's counts. */
  void add(BulkCounts other) {
    latencyNs.add(other.latencyNs);
    committed += other.committed;
    failed += other.failed;
    aborts += other.aborts;
    scans += other.scans;
    ranges += other.ranges;
    items += other.items;
    writers += other.writers;
    byVersion += other.byVersion;
  }

  /**
   * Returns the metrics of the recorded interval; the metrics are empty if no bulk transaction ran.
   */
  MetricValues values(long recordedNs) {
    double attempts = committed + failed + aborts;
    if (attempts == 0) {
      return new MetricValues();
    }
    return new MetricValues()
        .put(EngineRoundMetrics.SCANS, committed * NS_PER_SECOND / recordedNs)
        .put(EngineRoundMetrics.SCAN_MEAN, Latency.meanUs(latencyNs))
        .put(EngineRoundMetrics.SCAN_P99, Latency.percentileUs(latencyNs, 99))
        .put(EngineRoundMetrics.SCAN_ABORT_RATE, aborts / attempts)
        .put(EngineRoundMetrics.SCAN_ITEMS, per(items, scans))
        .put(EngineRoundMetrics.SCAN_WRITERS, per(writers, scans))
        .put(EngineRoundMetrics.SCAN_BY_VERSION, per(byVersion, ranges));
  }

  /**
   * Returns the ratio of two counts; 0 if the second count is 0, for example under protocols that
   * do not validate ranges.
   */
  private static double per(long count, long of) {
    return of == 0 ? 0 : (double) count / of;
  }
}
