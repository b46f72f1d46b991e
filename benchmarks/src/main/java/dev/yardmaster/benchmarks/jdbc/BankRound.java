package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankHistory;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnTransactions;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * A side that runs on the database. Each round runs on fresh tables and checks that the accounts
 * match the committed transactions. The coordinator's thread runs the rounds.
 *
 * @param limit number of transactions that run at once; 0 for no limit
 * @param tables the bank's tables, which have been created, with any contents
 * @param clients upper bound of the transactions in flight
 * @param warmUpNs time that a side runs before it is recorded, in ns
 */
record BankRound(
    String label,
    JdbcSide side,
    int limit,
    double skew,
    int connections,
    BankTables tables,
    DrawnTransactions drawn,
    int clients,
    long warmUpNs,
    NanoClock clock)
    implements Side {

  private static final long TICK_NS = 50_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("logic", side.logic().label());
    settings.put("skew", skew);
    settings.put("connections", connections);
    if (limit > 0) {
      settings.put(JdbcComparison.LIMIT, limit);
    }
    return settings;
  }

  @Override
  public List<ProcessHandle> processes() {
    return tables.server().processes();
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    try {
      progress.report(ComparisonStatus.Stage.LOADING, 0);
      tables.load();
      BankLoad load =
          new BankLoad(
              tables.server(),
              side.logic().transaction(tables.lockOrder(), tables.isRecorded()),
              drawn,
              clients,
              tables.isRecorded(),
              clock);
      TimeSpent spent = bear(load, recordedNs, progress);
      return ended(load, spent);
    } catch (SQLException e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    }
  }

  private TimeSpent bear(BankLoad load, long recordedNs, RoundProgress progress)
      throws SQLException, InterruptedException {
    TimeSpent spent;
    JdbcSide.Running running = side.start(load);
    try {
      pass(load, warmUpNs, ComparisonStatus.Stage.WARMING_UP, progress);
      System.gc(); // Collects the garbage of loading and warming up.
      TimeSpent before = TimeSpent.until(clock, tables.server());
      load.enter(BankLoad.Phase.RECORDED);
      pass(load, recordedNs, ComparisonStatus.Stage.RECORDING, progress);
      spent = TimeSpent.until(clock, tables.server()).since(before);
      load.enter(BankLoad.Phase.DRAINING);
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
    } finally {
      load.enter(BankLoad.Phase.DRAINING);
      running.end();
    }
    load.throwIfFailed();
    return spent;
  }

  private void pass(
      BankLoad load, long intervalNs, ComparisonStatus.Stage stage, RoundProgress progress)
      throws InterruptedException {
    long committedBefore = load.committed();
    long beginNs = clock.nanoTime();
    long passedNs = 0;
    progress.report(stage, 0);
    while (passedNs < intervalNs && !load.hasFailed()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(TICK_NS, intervalNs - passedNs));
      passedNs = clock.nanoTime() - beginNs;
      long committed = load.committed() - committedBefore;
      progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
    }
  }

  private Round ended(BankLoad load, TimeSpent spent) throws SQLException {
    List<String> findings = new ArrayList<>();
    long changeCents = load.clients().stream().mapToLong(BankClient::changeCents).sum();
    long unknown = load.unknownOutcomes();
    long expected = tables.initialCents() + changeCents;
    long found = tables.totalCents();
    if (unknown > 0) {
      findings.add("some transactions have an unknown outcome: unknown=" + unknown);
    }
    if (found != expected) {
      findings.add(
          String.format(
              Locale.ROOT,
              "the accounts hold %,d cents, which differs by %,d from the committed transactions",
              found,
              found - expected));
    }
    long checked = 0;
    if (tables.isRecorded()) {
      BankHistory.Checked history = BankHistory.check(load.history(), tables);
      findings.addAll(history.findings());
      checked = history.transactions();
    }
    BankCounts counts = BankCounts.NONE;
    Histogram latencyNs = new Histogram(3);
    for (BankClient client : load.clients()) {
      counts = counts.plus(client.recorded());
      latencyNs.add(client.latencyNs());
    }
    MetricValues values = JdbcMetrics.of(counts, latencyNs, spent);
    return new Round(
        tables.isRecorded() ? values.put(JdbcMetrics.CHECKED, checked) : values,
        findings,
        List.of());
  }
}
