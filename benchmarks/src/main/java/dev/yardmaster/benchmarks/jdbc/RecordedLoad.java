package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * The results of a load that has ended. Only a part of the run, the recorded interval, was
 * measured.
 *
 * @param figures the figures of the clients
 * @param values the metrics of the interval
 */
public record RecordedLoad(LoadFigures figures, MetricValues values) {

  private static final long TICK_NS = 50_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  /**
   * Lets the started clients warm up, records an interval, and ends the clients. The coordinator's
   * thread calls this method.
   *
   * @param server the server that the clients use
   * @param warmUpNs time for which the clients run before the interval, in ns
   * @param recordedNs length of the interval, in ns
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a client failed
   */
  public static RecordedLoad run(
      LoadClients clients,
      PostgresServer server,
      NanoClock clock,
      long warmUpNs,
      long recordedNs,
      RoundProgress progress)
      throws SQLException, InterruptedException {
    TimeSpent spent;
    try {
      pass(clients, clock, warmUpNs, ComparisonStatus.Stage.WARMING_UP, progress);
      Garbage.collect();
      TimeSpent before = TimeSpent.until(clock, server, clients);
      clients.record();
      pass(clients, clock, recordedNs, ComparisonStatus.Stage.RECORDING, progress);
      spent = TimeSpent.until(clock, server, clients).since(before);
      clients.drain();
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
    } finally {
      clients.drain();
      clients.end();
    }
    LoadFigures figures = clients.figures();
    return new RecordedLoad(figures, JdbcMetrics.of(figures.counts(), figures.latencyNs(), spent));
  }

  private static void pass(
      LoadClients clients,
      NanoClock clock,
      long intervalNs,
      ComparisonStatus.Stage stage,
      RoundProgress progress)
      throws InterruptedException {
    long committedBefore = clients.committed();
    long beginNs = clock.nanoTime();
    long passedNs = 0;
    progress.report(stage, 0);
    while (passedNs < intervalNs && !clients.hasFailed()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(TICK_NS, intervalNs - passedNs));
      passedNs = clock.nanoTime() - beginNs;
      long committed = clients.committed() - committedBefore;
      progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
    }
  }
}
