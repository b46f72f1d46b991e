package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;

/**
 * The metrics of rounds on the engine, in addition to throughput and latency. Workers on threads
 * measure clock time, and simulated workers measure virtual time. Latency is the time from a
 * transaction's first attempt to its commit. For a transaction that is still running at the end of
 * the recorded interval, latency is the time up to this end.
 */
public final class EngineRoundMetrics {

  /** The number of attempts that ended in a conflict, divided by the number of commits. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /**
   * The number of attempts that ended because the transaction's index reads had changed, or because
   * a record had been removed, divided by the number of commits.
   */
  public static final Metric INDEX_ABORTS = Metric.per("indexAbortsPerCommit");

  /** The share of aborted attempts in all attempts. */
  public static final Metric ABORT_RATE = Metric.of("abortRate", "1", Better.LOWER, Shown.PERCENT);

  /** The number of attempts of one type of transaction that ended in a conflict, per second. */
  public static final Metric ABORTED =
      Metric.of("abortedPerSecond", "1/s", Better.LOWER, Shown.WHOLE);

  /**
   * The 99th percentile of the latency from arrival, which includes the time in a worker's queue.
   */
  public static final Metric ARRIVAL_P99 = Metric.latency("arrivalP99Us");

  /**
   * The age of the oldest transaction that has not ended at the end of the recorded interval,
   * counted from its arrival. With several repeats, the greatest age of all repeats.
   */
  public static final Metric OLDEST_UNFINISHED = Metric.latency("oldestUnfinishedUs").greatest();

  /**
   * The number of bytes that the workers allocated for each commit. With simulated workers, the
   * number includes the allocations of the switches between workers.
   */
  public static final Metric BYTES = Metric.of("bytesPerCommit", "bytes", Better.LOWER, Shown.ONE);

  /**
   * The processor time for each commit. It includes the workers, and the schedulers that run on
   * their threads. The processor time is not measured for simulated workers.
   */
  public static final Metric CPU_NS = Metric.cost("cpuNsPerCommit");

  /**
   * The clock time that the scheduler needs for a transaction; present only if the side has a
   * scheduler.
   */
  public static final Metric SCHEDULING_NS = Metric.cost("schedulingNs");

  /**
   * The number of transactions that one thread could schedule per second; present only if the side
   * has a scheduler. The metric is absent for simulated workers, because the measured time would
   * include the switches from one simulated worker to another.
   */
  public static final Metric SCHEDULABLE = Metric.rate("schedulablePerSecond");

  /** The number of bulk transactions that committed per second. */
  public static final Metric SCANS = Metric.rate("scansPerSecond");

  /** The mean latency of bulk transactions. */
  public static final Metric SCAN_MEAN = Metric.latency("scanMeanUs");

  /** The 99th percentile of the latency of bulk transactions. */
  public static final Metric SCAN_P99 = Metric.latency("scanP99Us");

  /** The share of bulk transactions' attempts that were aborted. */
  public static final Metric SCAN_ABORT_RATE =
      Metric.of("scanAbortRate", "1", Better.LOWER, Shown.PERCENT);

  /**
   * The mean number of records, writes or entries that the validation of scans examines in one
   * attempt.
   */
  public static final Metric SCAN_ITEMS = Metric.fact("scanItems", "1", Shown.ONE);

  /** The number of writer entries examined to validate a scan. */
  public static final Metric SCAN_WRITERS = Metric.fact("scanWriters", "1", Shown.ONE);

  /** The share of scanned ranges for whose validation the range's version was sufficient. */
  public static final Metric SCAN_BY_VERSION =
      Metric.fact("scanRangesByVersion", "1", Shown.PERCENT);

  /**
   * The mean time of the read and write phases for each committed transaction; present only if
   * phases are timed.
   */
  public static final Metric READ_WRITE_NS = Metric.cost("readWriteNs");

  /** The mean time of locking, registering and validating for each committed transaction. */
  public static final Metric VALIDATION_NS = Metric.cost("validationNs");

  /** The time of all aborted attempts, divided by the number of committed transactions. */
  public static final Metric ABORTED_NS = Metric.cost("abortedNs");

  /** The sum of the read and write, validation and aborted times for each committed transaction. */
  public static final Metric ALL_NS = Metric.cost("allNs");

  /**
   * The share of the workers' time that committed attempts took, without their waits. The shares of
   * useful work, of waits and of wasted work add up to 1. These shares are present only if phases
   * are timed. Waits are timed only for two-phase locking and Plor.
   */
  public static final Metric USEFUL_SHARE = share("usefulShare");

  /** The share of the workers' time that was spent acquiring the latches of locks. */
  public static final Metric LATCH_SHARE = share("latchShare");

  /**
   * The share of the workers' time that was spent waiting because of conflicts between reads and
   * writes.
   */
  public static final Metric READ_WRITE_WAIT_SHARE = share("readWriteWaitShare");

  /** The share of the workers' time that was spent waiting because of conflicts between writes. */
  public static final Metric WRITE_WRITE_WAIT_SHARE = share("writeWriteWaitShare");

  /**
   * The share of the workers' time that aborted attempts took, without their waits, plus the pauses
   * before the next attempts.
   */
  public static final Metric WASTED_SHARE = share("wastedShare");

  /**
   * The time from the request to switch all partitions to another protocol until all partitions
   * have switched.
   */
  public static final Metric SWITCH_MS = Metric.of("switchMs", "ms", Better.LOWER, Shown.TWO);

  /**
   * Commits per second from the request to switch until all partitions have switched. The measured
   * time is at least 0.2 virtual ms, or 1 s on threads.
   */
  public static final Metric WHILE_SWITCHING = Metric.rate("committedWhileSwitching");

  /**
   * The number of trials of protocols between a change of the load and the last change of the
   * chosen protocols. The value is the greatest number over all changes of the load.
   */
  public static final Metric MAX_TRIALS_UNTIL_STEADY =
      Metric.of("mostTrialsUntilSteady", "1", Better.LOWER, Shown.WHOLE).greatest();

  private EngineRoundMetrics() {}

  /**
   * Returns the metric of one phase of a changing load: the number of trials of protocols in this
   * phase up to the last change of the chosen protocols.
   *
   * @param phase number of the phase, from 1, because no change of the load precedes phase 0
   */
  public static Metric trialsUntilSteady(int phase) {
    return Metric.of("trialsUntilSteady" + phase, "1", Better.LOWER, Shown.WHOLE);
  }

  private static Metric share(String name) {
    return Metric.fact(name, "1", Shown.PERCENT);
  }
}
