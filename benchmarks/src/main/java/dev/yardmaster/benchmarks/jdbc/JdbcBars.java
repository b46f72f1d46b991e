package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.JdbcComparison.Found;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * The bars at one skew and one number of connections. A bar is the required ratio of a side with a
 * scheduler to a side without a scheduler.
 */
final class JdbcBars {

  private static final String REORDER = "reorder";
  private static final String BATCH = "batch";
  private static final String DROP_IN = "drop-in";
  private static final String PASS_THROUGH = "pass-through";
  private static final String CAP = "cap";
  private static final String NOBATCH = "nobatch";
  private static final String NOBATCH_PROCEDURE = "nobatch-procedure";
  private static final double HIGH_SKEW = 1.2;
  private static final int MANY_CONNECTIONS = 16;
  private static final double MANY_ABORTS = 0.05;
  private static final double MIN_WITHOUT_LOSS = 0.97;

  private final Found found;
  private final Results results;
  private final boolean forcedWrites;
  private final List<Claim> bars = new ArrayList<>();

  private JdbcBars(Found found, boolean forcedWrites) {
    this.found = found;
    this.results = found.results();
    this.forcedWrites = forcedWrites;
  }

  /** Returns the bars whose two sides have run. */
  static List<Claim> of(Found found, boolean forcedWrites) {
    JdbcBars bars = new JdbcBars(found, forcedWrites);
    found
        .results()
        .row(REORDER)
        .ifPresent(
            reorder -> {
              if (logic(reorder).equals(BankLogic.INTERACTIVE.label())) {
                bars.interactive();
              } else if (logic(reorder).equals(BankLogic.PROCEDURE.label())) {
                bars.procedure();
              }
              bars.notBehind(CAP);
              bars.notBehind(BATCH);
            });
    bars.dropIn();
    return bars.bars;
  }

  private boolean isHighlyContended() {
    return found.skew() >= HIGH_SKEW && found.connections() >= MANY_CONNECTIONS;
  }

  private static String logic(Row row) {
    return String.valueOf(row.settings().get("logic"));
  }

  private boolean readsOnly() {
    return logic(results.rows().get(0)).equals(BankLogic.POINT_SELECT.label());
  }

  private void interactive() {
    if (isHighlyContended()) {
      committed(REORDER, NOBATCH, 3);
      aborts(REORDER, NOBATCH, 0.1);
      add(REORDER, NOBATCH, "p99", Latency.P99, 0.3);
    } else {
      committed(REORDER, NOBATCH, 1.2);
      aborts(REORDER, NOBATCH, 0.2);
    }
  }

  private void procedure() {
    if (forcedWrites) {
      committed(REORDER, NOBATCH_PROCEDURE, 1.2);
      aborts(REORDER, NOBATCH_PROCEDURE, 0.2);
    } else {
      committed(REORDER, NOBATCH_PROCEDURE, MIN_WITHOUT_LOSS);
    }
  }

  private void dropIn() {
    if (readsOnly()) {
      committed(DROP_IN, NOBATCH, MIN_WITHOUT_LOSS);
      committed(PASS_THROUGH, NOBATCH, MIN_WITHOUT_LOSS);
    } else if (isHighlyContended()) {
      committed(DROP_IN, NOBATCH, 1.5);
      aborts(DROP_IN, NOBATCH, 0.3);
    }
  }

  /**
   * Adds a bar for the throughput of {@code reorder} relative to another side. If plain connections
   * abort often, {@code reorder} must have at least the other side's throughput. Otherwise, {@code
   * reorder} may be slightly slower.
   */
  private void notBehind(String other) {
    boolean abortsMuch =
        results.rows().stream()
            .filter(row -> !row.label().startsWith(REORDER))
            .anyMatch(row -> row.value(JdbcMetrics.ABORTS) > MANY_ABORTS);
    committed(REORDER, other, abortsMuch ? 1 : MIN_WITHOUT_LOSS);
  }

  private void committed(String own, String other, double least) {
    add(own, other, "committed/s", Metric.COMMITTED, least);
  }

  private void aborts(String own, String other, double most) {
    add(own, other, "aborts", JdbcMetrics.ABORTS, most);
  }

  /**
   * Adds a bar. The bar is a lower bound if higher values of the metric are better, and an upper
   * bound otherwise.
   */
  private void add(String own, String other, String figure, Metric metric, double bar) {
    if (results.row(own).isPresent() && results.row(other).isPresent()) {
      String words = figure + " of " + own + " to " + other + ", " + results.at();
      MetricRef ref = new MetricRef(results.at(), own, metric);
      bars.add(
          metric.better() == Metric.Better.HIGHER
              ? Claim.atLeast(words, bar, ref, ref.of(other))
              : Claim.atMost(words, bar, ref, ref.of(other)));
    }
  }
}
