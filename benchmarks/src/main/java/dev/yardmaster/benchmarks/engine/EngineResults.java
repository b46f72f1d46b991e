package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.run.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What the sides of a comparison came to.
 *
 * @param rows in the order of the sides
 * @param findings a line for every round whose data or history was not as it must be
 */
public record EngineResults(List<Row> rows, List<String> findings) {

  /** Copies the lists. */
  public EngineResults {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /** A side's repeats. */
  public record Row(EngineSide side, List<EngineFigures> repeats) {

    /** Copies the list. */
    public Row {
      repeats = List.copyOf(repeats);
    }

    /** The median of every figure. */
    public EngineFigures medians() {
      return EngineFigures.median(repeats);
    }

    /** A figure over the same repeat's of another side; 1 where both are 0. */
    public Spread ratioTo(Row base, ToDoubleFunction<EngineFigures> figure) {
      return Spread.of(
          IntStream.range(0, repeats.size())
              .mapToDouble(
                  i ->
                      ratio(
                          figure.applyAsDouble(repeats.get(i)),
                          figure.applyAsDouble(base.repeats.get(i))))
              .toArray());
    }
  }

  private static double ratio(double figure, double base) {
    return figure == base ? 1 : figure / base;
  }

  /** The plain side of the same protocol; null if there is none. */
  public Row plainOf(Row row) {
    return rows.stream()
        .filter(other -> !other.side().isScheduled())
        .filter(other -> other.side().protocol().equals(row.side().protocol()))
        .findFirst()
        .orElse(null);
  }
}
