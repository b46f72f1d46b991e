package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;

/**
 * The metrics of rounds on the engine, besides throughput and latency. Times are by the clock or
 * virtual; latency is from a transaction's first attempt to its commit.
 */
public final class EngineMetrics {

  /** The attempts that ended in a conflict, for each commit. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** The share of aborted attempts in all attempts. */
  public static final Metric ABORT_RATE = Metric.of("abortRate", "1", Better.LOWER, Shown.PERCENT);

  /**
   * The 99th percentile of the latency from arrival, which includes the time in a worker's queue.
   */
  public static final Metric ARRIVAL_P99 = Metric.latency("arrivalP99Us");

  /**
   * The bytes allocated by the workers for each commit; for simulated workers their switches are
   * included.
   */
  public static final Metric BYTES = Metric.of("bytesPerCommit", "bytes", Better.LOWER, Shown.ONE);

  /**
   * The processor time of the workers for each commit, schedulers included; not for simulated
   * workers.
   */
  public static final Metric CPU_NS = Metric.cost("cpuNsPerCommit");

  /** The time to schedule a transaction, by the clock; only where there is a scheduler. */
  public static final Metric SCHEDULING_NS = Metric.cost("schedulingNs");

  /**
   * The transactions that one thread could schedule per second; only where there is a scheduler,
   * and not for simulated workers, whose switches the clock would count.
   */
  public static final Metric SCHEDULABLE = Metric.rate("schedulablePerSecond");

  /** The bulk transactions committed per second. */
  public static final Metric SCANS = Metric.rate("scansPerSecond");

  /** The mean latency of bulk transactions. */
  public static final Metric SCAN_MEAN = Metric.latency("scanMeanUs");

  /** The 99th percentile of the latency of bulk transactions. */
  public static final Metric SCAN_P99 = Metric.latency("scanP99Us");

  /** The share of bulk transactions' attempts that were aborted. */
  public static final Metric SCAN_ABORT_RATE =
      Metric.of("scanAbortRate", "1", Better.LOWER, Shown.PERCENT);

  /** The records, writes or entries examined to validate a scan, in all attempts. */
  public static final Metric SCAN_ITEMS = Metric.fact("scanItems", "1", Shown.ONE);

  /** The writers' entries examined to validate a scan. */
  public static final Metric SCAN_WRITERS = Metric.fact("scanWriters", "1", Shown.ONE);

  /** The share of the entered ranges that were decided by their version alone. */
  public static final Metric SCAN_BY_VERSION =
      Metric.fact("scanRangesByVersion", "1", Shown.PERCENT);

  /**
   * The time of the read and write phases of committed transactions, for each; where phases are
   * timed.
   */
  public static final Metric READ_WRITE_NS = Metric.cost("readWriteNs");

  /** The time of locking, registering and validating of committed transactions, for each. */
  public static final Metric VALIDATION_NS = Metric.cost("validationNs");

  /** The time of aborted attempts, for each committed transaction. */
  public static final Metric ABORTED_NS = Metric.cost("abortedNs");

  /** The sum of the three times. */
  public static final Metric ALL_NS = Metric.cost("allNs");

  private EngineMetrics() {}
}
