package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.jdbc.JdbcFigures;
import dev.yardmaster.benchmarks.jdbc.JdbcResults;
import dev.yardmaster.benchmarks.jdbc.JdbcResults.Row;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.run.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What sides that schedule have to reach beside sides that do not, at one setting. */
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
  private static final double LEAST_WITHOUT_LOSS = 0.97;

  private final JdbcResults results;
  private final boolean forcedWrites;
  private final List<Bar> bars = new ArrayList<>();

  private JdbcBars(JdbcResults results, boolean forcedWrites) {
    this.results = results;
    this.forcedWrites = forcedWrites;
  }

  /** The bars of which both sides have run. */
  static List<Bar> of(JdbcResults results, boolean forcedWrites) {
    JdbcBars bars = new JdbcBars(results, forcedWrites);
    results
        .row(REORDER)
        .ifPresent(
            reorder -> {
              if (reorder.logic().equals(BankLogic.INTERACTIVE.label())) {
                bars.interactive();
              } else if (reorder.logic().equals(BankLogic.PROCEDURE.label())) {
                bars.procedure();
              }
              bars.notBehind(CAP);
              bars.notBehind(BATCH);
            });
    bars.dropIn();
    return bars.bars;
  }

  private boolean isHighlyContended() {
    return results.skew() >= HIGH_SKEW && results.connections() >= MANY_CONNECTIONS;
  }

  private boolean readsOnly() {
    return results.rows().get(0).logic().equals(BankLogic.POINT_SELECT.label());
  }

  private void interactive() {
    if (isHighlyContended()) {
      committed(REORDER, NOBATCH, 3);
      aborts(REORDER, NOBATCH, 0.1);
      atMost(REORDER, NOBATCH, "p99", figures -> figures.latency().p99(), 0.3);
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
      committed(REORDER, NOBATCH_PROCEDURE, LEAST_WITHOUT_LOSS);
    }
  }

  private void dropIn() {
    if (readsOnly()) {
      committed(DROP_IN, NOBATCH, LEAST_WITHOUT_LOSS);
      committed(PASS_THROUGH, NOBATCH, LEAST_WITHOUT_LOSS);
    } else if (isHighlyContended()) {
      committed(DROP_IN, NOBATCH, 1.5);
      aborts(DROP_IN, NOBATCH, 0.3);
    }
  }

  /** Ahead where plain connections abort much, and nowhere far behind. */
  private void notBehind(String other) {
    boolean abortsMuch =
        results.rows().stream()
            .filter(row -> !row.label().startsWith(REORDER))
            .anyMatch(row -> row.medians().abortsPerCommit() > MANY_ABORTS);
    committed(REORDER, other, abortsMuch ? 1 : LEAST_WITHOUT_LOSS);
  }

  private void committed(String own, String other, double least) {
    add(
        own,
        other,
        "committed/s",
        JdbcFigures::committedPerSecond,
        "at least " + least,
        ratio -> ratio.median() >= least);
  }

  private void aborts(String own, String other, double most) {
    atMost(own, other, "aborts", JdbcFigures::abortsPerCommit, most);
  }

  private void atMost(
      String own, String other, String figure, ToDoubleFunction<JdbcFigures> value, double most) {
    add(own, other, figure, value, "at most " + most, ratio -> ratio.median() <= most);
  }

  private void add(
      String own,
      String other,
      String figure,
      ToDoubleFunction<JdbcFigures> value,
      String bar,
      Predicate<Spread> isMet) {
    Optional<Row> ownRow = results.row(own);
    Optional<Row> otherRow = results.row(other);
    if (ownRow.isPresent() && otherRow.isPresent()) {
      Spread ratio = ownRow.get().ratioTo(otherRow.get(), value);
      bars.add(
          new Bar(
              String.format(
                  Locale.ROOT,
                  "%s of %s to %s, skew %s, %d connections",
                  figure,
                  own,
                  other,
                  results.skew(),
                  results.connections()),
              bar,
              ResultTables.ratio(ratio, ownRow.get().repeats().size()),
              isMet.test(ratio)));
    }
  }
}
