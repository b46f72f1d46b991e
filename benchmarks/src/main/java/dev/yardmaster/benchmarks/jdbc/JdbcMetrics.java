package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import org.HdrHistogram.Histogram;

/**
 * What rounds on a database come to, besides latency. Committed are transactions that changed
 * something, without the refused. Latency is from the begin of a transaction's first attempt to its
 * commit.
 */
public final class JdbcMetrics {

  /** Transactions that were refused for want of money, for each commit. */
  public static final Metric REFUSED = Metric.fact("refusedPerCommit", "1", Shown.FOUR);

  /** Runs that a conflict ended, for each commit. */
  public static final Metric ABORTS = Metric.per("abortsPerCommit");

  /** Their share of all attempts. */
  public static final Metric ABORT_RATE = Metric.of("abortRate", "1", Better.LOWER, Shown.PERCENT);

  /** Those of them that were a deadlock, for each commit. */
  public static final Metric DEADLOCKS = Metric.per("deadlocksPerCommit");

  /** The most runs of one transaction that a conflict ended. */
  public static final Metric MAX_ABORTS =
      Metric.of("mostAborts", "1", Better.LOWER, Shown.WHOLE).greatest();

  /** Processor time of this process for each commit: of clients and schedulers. */
  public static final Metric CLIENT_CPU_NS = Metric.cost("clientCpuNsPerCommit");

  /** That of the server, to a hundredth of a second for each process; 0 of one that is given. */
  public static final Metric SERVER_CPU_NS = Metric.cost("serverCpuNsPerCommit");

  /** Transactions whose history was checked. */
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
