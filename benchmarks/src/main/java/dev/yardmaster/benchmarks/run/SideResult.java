package dev.yardmaster.benchmarks.run;

import java.util.List;

/**
 * What one side did in all repeats.
 *
 * @param repeats its figures, in the order of the repeats; at least one
 * @param ratios its throughput over the base side's in the same repeat
 */
public record SideResult(Side side, List<Figures> repeats, List<Double> ratios) {

  /** Copies the lists. */
  public SideResult {
    repeats = List.copyOf(repeats);
    ratios = List.copyOf(ratios);
  }

  /** Medians over the repeats. */
  public Figures medians() {
    return Figures.median(repeats);
  }

  /** The ratio to the base side, repeat by repeat. */
  public Spread ratioToBase() {
    return Spread.of(ratios.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
