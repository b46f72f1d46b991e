package dev.yardmaster.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The values of one figure (a metric of a side) in all repeats.
 *
 * @param repeats a value for each repeat, in order; NaN if the figure is undefined in the repeat
 */
public record Measured(Metric metric, List<Double> repeats) {

  /** Copies the list. */
  public Measured {
    repeats = List.copyOf(repeats);
  }

  /**
   * Returns the spread over the repeats in which the figure is defined; empty if the figure is
   * undefined in all repeats.
   */
  public Optional<Spread> spread() {
    double[] defined =
        repeats.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).toArray();
    return defined.length == 0 ? Optional.empty() : Optional.of(Spread.of(defined));
  }

  /**
   * Returns the value that represents all repeats; NaN if the figure is undefined in all repeats.
   */
  public double value() {
    return spread().map(this::value).orElse(Double.NaN);
  }

  private double value(Spread spread) {
    return switch (metric.over()) {
      case MEDIAN -> spread.median();
      case GREATEST -> spread.max();
      case LEAST -> spread.min();
    };
  }

  /** Returns the ratio of this figure to another figure, separately for each repeat. */
  Measured over(Measured base, Metric as) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < repeats.size(); i++) {
      ratios.add(ratio(repeats.get(i), base.repeats.get(i)));
    }
    return new Measured(as, ratios);
  }

  /** Returns a ratio, which is undefined (NaN) if the base is 0. */
  static double ratio(double value, double base) {
    return base == 0 ? Double.NaN : value / base;
  }
}
