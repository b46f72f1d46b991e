package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import org.HdrHistogram.Histogram;

/**
 * The metrics of rounds on a database, in addition to latency. A transaction counts as committed if
 * it changed data; refused transactions do not count. Latency is the time from the beginning of a
 * transaction's first attempt to its commit.
 */
public final class JdbcMetrics {

  /**
   * The number of transactions refused because the balance of an account was too low, divided by
   * the number of commits.
   */
  public static final Metric REFUSED = Metric.fact("refusedPerCommit", "1", Shown.FOUR);

  /** The number of attempts that ended in a conflict, divided by the number of commits. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** The share of all attempts that ended in a conflict. */
  public static final Metric ABORT_RATE = Metric.of("abortRate", "1", Better.LOWER, Shown.PERCENT);

  /** The number of attempts that ended in a deadlock, divided by the number of commits. */
  public static final Metric DEADLOCKS = Metric.per("deadlocksPerCommit");

  /** The highest number of aborts of one transaction. */
  public static final Metric MAX_ABORTS =
      Metric.of("mostAborts", "1", Better.LOWER, Shown.WHOLE).greatest();

  /**
   * The processor time, for each commit, of all processes in which clients, schedulers and
   * coordinators run.
   */
  public static final Metric CLIENT_CPU_NS = Metric.cost("clientCpuNsPerCommit");

  /**
   * The processor time of the server for each commit. The resolution is a hundredth of a second for
   * each server process. The time is 0 if the user has named a running server.
   */
  public static final Metric SERVER_CPU_NS = Metric.cost("serverCpuNsPerCommit");

  /** The number of transactions whose history was checked. */
  public static final Metric CHECKED = Metric.fact("checkedTransactions", "1", Shown.WHOLE);

  private static final double NS_PER_SECOND = 1e9;

  private JdbcMetrics() {}

  static MetricValues of(BankCounts counts, Histogram latencyNs, TimeSpent spent) {
    double committed = counts.committed();
    return new MetricValues()
        .put(Metric.COMMITTED, committed * NS_PER_SECOND / Math.max(1, spent.elapsedNs()))
        .put(REFUSED, counts.refused() / committed)
        .put(ABORTS, counts.aborts() / committed)
        .put(ABORT_RATE, counts.aborts() / (committed + counts.refused() + counts.aborts()))
        .put(DEADLOCKS, counts.deadlocks() / committed)
        .put(MAX_ABORTS, counts.mostAborts())
        .putAll(Latency.of(latencyNs))
        .put(CLIENT_CPU_NS, spent.clientCpuNs() / committed)
        .put(SERVER_CPU_NS, spent.serverCpuNs() / committed);
  }
}
