package dev.yardmaster.benchmarks.measure;

import java.util.Optional;

/**
 * One figure divided by another figure, for a claim.
 *
 * @param at the name of the ratio, such as {@code srvc at 0.9}, if the claim has several ratios;
 *     empty if the claim has only one ratio
 * @param base the figure to divide by; null for no division
 * @param over a second ratio by which this ratio is divided, for instance to compare two growth
 *     factors; null for none
 */
public record Ratio(String at, MetricRef figure, MetricRef base, Ratio over) {

  /** Creates a ratio that is not divided by another ratio. */
  public Ratio(String at, MetricRef figure, MetricRef base) {
    this(at, figure, base, null);
  }

  /** Returns the measured ratio; empty if a figure was not measured or the ratio is undefined. */
  Optional<Spread> of(Measurements measurements) {
    Optional<Spread> ratio = measurements.ratio(figure, base);
    if (over == null || ratio.isEmpty()) {
      return ratio;
    }
    return over.of(measurements)
        .map(divisor -> Measured.ratio(ratio.get().median(), divisor.median()))
        .filter(divided -> !divided.isNaN())
        .map(divided -> Spread.of(divided));
  }
}
