package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;

/**
 * What rounds of the engine come to, besides throughput and latency, which are by the clock or by
 * virtual time; latency is from a transaction's first attempt to its commit.
 */
public final class EngineMetrics {

  /** Attempts that ended in a conflict, for each commit. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** Their share of all attempts. */
  public static final Metric ABORT_RATE = Metric.of("abortRate", "1", Better.LOWER, Shown.PERCENT);

  /** 99th percentile of the latency from arrival, and so with the time in a worker's queue. */
  public static final Metric ARRIVAL_P99 = Metric.latency("arrivalP99Us");

  /**
   * ThreadAllocation by the workers for each commit; that of simulated ones has their switches in
   * it.
   */
  public static final Metric BYTES = Metric.of("bytesPerCommit", "bytes", Better.LOWER, Shown.ONE);

  /** Processor time of the workers for each commit, schedulers included; not of simulated ones. */
  public static final Metric CPU_NS = Metric.cost("cpuNsPerCommit");

  /** Time at scheduling for each transaction, by the clock; only where there is a scheduler. */
  public static final Metric SCHEDULING_NS = Metric.cost("schedulingNs");

  /**
   * Transactions that one thread could deal in a second; only where there is a scheduler, and not
   * of simulated workers, whose switches the clock would count.
   */
  public static final Metric SCHEDULABLE = Metric.rate("schedulablePerSecond");

  /** Bulk transactions committed in a second. */
  public static final Metric SCANS = Metric.rate("scansPerSecond");

  /** Mean latency of bulk transactions. */
  public static final Metric SCAN_MEAN = Metric.latency("scanMeanUs");

  /** 99th percentile of their latency. */
  public static final Metric SCAN_P99 = Metric.latency("scanP99Us");

  /** Share of their attempts that were aborted. */
  public static final Metric SCAN_ABORT_RATE =
      Metric.of("scanAbortRate", "1", Better.LOWER, Shown.PERCENT);

  /** Records, writes or entries looked at to validate a scan, in all attempts. */
  public static final Metric SCAN_ITEMS = Metric.fact("scanItems", "1", Shown.ONE);

  /** Writers' entries looked at to validate a scan. */
  public static final Metric SCAN_WRITERS = Metric.fact("scanWriters", "1", Shown.ONE);

  /** Share of the entered ranges that their version alone decided. */
  public static final Metric SCAN_BY_VERSION =
      Metric.fact("scanRangesByVersion", "1", Shown.PERCENT);

  /** Read and write phases of committed transactions, for each of them; where phases are timed. */
  public static final Metric READ_WRITE_NS = Metric.cost("readWriteNs");

  /** Locking, registering and validating of committed transactions. */
  public static final Metric VALIDATION_NS = Metric.cost("validationNs");

  /** Aborted attempts, for each committed transaction. */
  public static final Metric ABORTED_NS = Metric.cost("abortedNs");

  /** The three together. */
  public static final Metric ALL_NS = Metric.cost("allNs");

  private EngineMetrics() {}
}
