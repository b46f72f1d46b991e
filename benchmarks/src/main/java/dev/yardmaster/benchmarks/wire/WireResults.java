package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a comparison over the wire found.
 *
 * @param rows a row for each side
 * @param brokenInvariants a line for every round whose invariant did not hold
 */
public record WireResults(List<Row> rows, List<String> brokenInvariants) {

  /** Copies the lists. */
  public WireResults {
    rows = List.copyOf(rows);
    brokenInvariants = List.copyOf(brokenInvariants);
  }

  /**
   * What one side did in all repeats.
   *
   * @param repeats its figures, in the order of the repeats; at least one
   */
  public record Row(String label, List<WireFigures> repeats) {

    /** Copies the list. */
    public Row {
      repeats = List.copyOf(repeats);
    }

    /** Medians over the repeats. */
    public WireFigures medians() {
      return WireFigures.median(repeats);
    }

    /** A figure of this side over the same of another, repeat by repeat. */
    public Spread ratioTo(Row other, ToDoubleFunction<WireFigures> figure) {
      double[] ratios = new double[repeats.size()];
      for (int repeat = 0; repeat < ratios.length; repeat++) {
        double base = figure.applyAsDouble(other.repeats.get(repeat));
        ratios[repeat] = base == 0 ? 0 : figure.applyAsDouble(repeats.get(repeat)) / base;
      }
      return Spread.of(ratios);
    }
  }

  /** The row of a side, if it was among them. */
  public Optional<Row> row(WireSideName name) {
    return rows.stream().filter(row -> row.label().equals(name.label())).findFirst();
  }
}
