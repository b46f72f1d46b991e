package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a load once and records an interval of it. The coordinator's thread uses an instance.
 *
 * @param load a load that has not run yet
 */
public record RecordedLoad(SqlLoad<?> load) {

  private static final long TICK_NS = 50_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  /** Starts the clients of a load. */
  @FunctionalInterface
  public interface Starting {

    /** Starts the clients and returns the side that runs them. */
    JdbcSide.Running start() throws SQLException, InterruptedException;
  }

  /**
   * Starts the clients, warms up, records an interval, and ends the clients.
   *
   * @param warmUpNs time that the clients run before the interval, in ns
   * @param recordedNs length of the interval, in ns
   * @return the figures of the interval
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a client failed
   */
  public MetricValues run(Starting starting, long warmUpNs, long recordedNs, RoundProgress progress)
      throws SQLException, InterruptedException {
    TimeSpent spent;
    JdbcSide.Running running = starting.start();
    try {
      pass(warmUpNs, ComparisonStatus.Stage.WARMING_UP, progress);
      System.gc(); // collect the garbage of loading and warming up
      TimeSpent before = TimeSpent.until(clock(), load.server());
      load.enter(SqlLoad.Phase.RECORDED);
      pass(recordedNs, ComparisonStatus.Stage.RECORDING, progress);
      spent = TimeSpent.until(clock(), load.server()).since(before);
      load.enter(SqlLoad.Phase.DRAINING);
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
    } finally {
      load.enter(SqlLoad.Phase.DRAINING);
      running.end();
    }
    load.throwIfFailed();
    return figures(spent);
  }

  private NanoClock clock() {
    return load.clock();
  }

  private void pass(long intervalNs, ComparisonStatus.Stage stage, RoundProgress progress)
      throws InterruptedException {
    long committedBefore = load.committed();
    long beginNs = clock().nanoTime();
    long passedNs = 0;
    progress.report(stage, 0);
    while (passedNs < intervalNs && !load.hasFailed()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(TICK_NS, intervalNs - passedNs));
      passedNs = clock().nanoTime() - beginNs;
      long committed = load.committed() - committedBefore;
      progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
    }
  }

  private MetricValues figures(TimeSpent spent) {
    BankCounts counts = BankCounts.NONE;
    Histogram latencyNs = new Histogram(3);
    for (SqlClient<?> client : load.clients()) {
      counts = counts.plus(client.recorded());
      latencyNs.add(client.latencyNs());
    }
    return JdbcMetrics.of(counts, latencyNs, spent);
  }
}
