package dev.yardmaster.benchmarks.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What a comparison found.
 *
 * @param experiment what was compared
 * @param sides in the experiment's order; empty if not even one repeat of all sides ended
 * @param brokenInvariants a line for every run whose invariant did not hold
 * @param interrupted whether it was ended before its last repeat
 */
public record Results(
    Experiment experiment,
    List<SideResult> sides,
    List<String> brokenInvariants,
    boolean interrupted) {

  /** Copies the lists. */
  public Results {
    sides = List.copyOf(sides);
    brokenInvariants = List.copyOf(brokenInvariants);
  }

  /** Repeats that every side has ended. */
  public int repeats() {
    return sides.isEmpty() ? 0 : sides.get(0).repeats().size();
  }

  /** Label of the side that ratios are to. */
  public String baseLabel() {
    return experiment.sides().get(experiment.baseIndex()).label();
  }

  /**
   * The results of figures by side and repeat; repeats that not all sides have ended are left out.
   */
  static Results of(
      Experiment experiment,
      List<List<Figures>> figures,
      List<String> brokenInvariants,
      boolean interrupted) {
    int repeats = figures.stream().mapToInt(List::size).min().orElse(0);
    List<Figures> base = figures.get(experiment.baseIndex());
    List<SideResult> sides = new ArrayList<>();
    for (int side = 0; side < figures.size() && repeats > 0; side++) {
      List<Figures> own = figures.get(side).subList(0, repeats);
      List<Double> ratios = new ArrayList<>();
      for (int repeat = 0; repeat < repeats; repeat++) {
        ratios.add(ratio(own.get(repeat), base.get(repeat)));
      }
      sides.add(new SideResult(experiment.sides().get(side), own, ratios));
    }
    return new Results(experiment, sides, brokenInvariants, interrupted);
  }

  /** A base that committed nothing leaves no ratio; 0 says so without breaking the JSON. */
  private static double ratio(Figures own, Figures base) {
    return base.committedPerSecond() == 0
        ? 0
        : own.committedPerSecond() / base.committedPerSecond();
  }
}
