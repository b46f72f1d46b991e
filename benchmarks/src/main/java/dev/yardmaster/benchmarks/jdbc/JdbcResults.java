package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the sides reached at one skew with one number of connections.
 *
 * @param rows a row for each side, in the order in which they were named
 * @param tunings how the limits of sides were found that were not given
 * @param checkedTransactions how many transactions' histories were checked
 */
public record JdbcResults(
    double skew,
    int connections,
    List<Row> rows,
    List<LimitTuning> tunings,
    long checkedTransactions) {

  /** Copies the lists. */
  public JdbcResults {
    rows = List.copyOf(rows);
    tunings = List.copyOf(tunings);
  }

  /**
   * What one side did in all repeats.
   *
   * @param logic how its transactions are written
   * @param repeats its figures, in the order of the repeats; at least one
   */
  public record Row(String label, String logic, List<JdbcFigures> repeats) {

    /** Copies the list. */
    public Row {
      repeats = List.copyOf(repeats);
    }

    /** Medians over the repeats. */
    public JdbcFigures medians() {
      return JdbcFigures.median(repeats);
    }

    /** A figure of this side over the same of another, repeat by repeat; 0 over 0 is 1. */
    public Spread ratioTo(Row other, ToDoubleFunction<JdbcFigures> figure) {
      double[] ratios = new double[repeats.size()];
      for (int repeat = 0; repeat < ratios.length; repeat++) {
        double own = figure.applyAsDouble(repeats.get(repeat));
        double base = figure.applyAsDouble(other.repeats.get(repeat));
        ratios[repeat] = own == base ? 1 : own / base;
      }
      return Spread.of(ratios);
    }
  }

  /** The row of a side, if it was among them. */
  public Optional<Row> row(String label) {
    return rows.stream().filter(row -> row.label().equals(label)).findFirst();
  }
}
