package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankChecker;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the rounds of one side on the database. Each round runs on fresh tables, and checks that the
 * sum of the accounts matches the committed transactions. The coordinator's thread runs the rounds.
 *
 * @param limit maximum number of transactions that run at the same time; 0 for no limit
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
    DrawnCalls<BankArguments> drawn,
    int clients,
    long warmUpNs,
    NanoClock clock)
    implements Side {

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
      SqlLoad<BankArguments> load =
          new SqlLoad<>(
              tables.server(),
              side.logic().transaction(tables.lockOrder(), tables.isRecorded()),
              drawn.walks(clients),
              tables.isRecorded(),
              clock);
      RecordedLoad recorded =
          RecordedLoad.run(
              LoadClients.of(load, side.start(load)),
              tables.server(),
              clock,
              warmUpNs,
              recordedNs,
              progress);
      return ended(load, recorded);
    } catch (SQLException e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    }
  }

  private Round ended(SqlLoad<BankArguments> load, RecordedLoad recorded) throws SQLException {
    List<String> findings = new ArrayList<>();
    long unknown = recorded.figures().unknownOutcomes();
    long expected = tables.initialCents() + recorded.figures().changeCents();
    long found = tables.totalCents();
    if (unknown > 0) {
      findings.add("some transactions have an unknown outcome: unknown=" + unknown);
    }
    if (found != expected) {
      findings.add(
          String.format(
              Locale.ROOT,
              "the accounts hold %,d cents, which differs by %,d from the expected sum",
              found,
              found - expected));
    }
    long checked = 0;
    if (tables.isRecorded()) {
      BankChecker.Checked history = BankChecker.check(load.history(), tables);
      findings.addAll(history.findings());
      checked = history.transactions();
    }
    return new Round(
        tables.isRecorded()
            ? recorded.values().put(JdbcMetrics.CHECKED, checked)
            : recorded.values(),
        findings,
        List.of());
  }
}
