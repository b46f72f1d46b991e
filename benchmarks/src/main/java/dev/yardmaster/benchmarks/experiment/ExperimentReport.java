package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.report.Section;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the report of an experiment: its figures and the verdicts on the paper's claims. */
public final class ExperimentReport {

  private static final String NOTE =
      "The sides of a point alternated on fresh tables, in reverse order in every second repeat;"
          + " ratios between sides are computed within a repeat. Where workers are simulated, times"
          + " are virtual and follow from a model of costs. Ratios between such sides apply to"
          + " real machines, too; their absolute figures do not. A claim exceeds if the median"
          + " reaches the paper's value, holds if it reaches the bar, and falls short otherwise."
          + " If a claim names no bar of its own, the bar is half of the paper's effect. If "
          + "the paper gives no number, the ratio must have the direction of the paper's "
          + "claim. The best of several ratios decides if the"
          + " paper says \"up to\", and the worst if it says \"consistently\"; the place of the"
          + " deciding ratio is printed after the ratio.";

  private ExperimentReport() {}

  /**
   * Returns a report of the measurements so far.
   *
   * @param paper the paper's name
   */
  public static Report of(
      String paper, Map<String, Object> settings, List<Figure> figures, Measurements measurements) {
    return new Report(
        "experiment",
        paper,
        "",
        settings,
        measurements,
        figures.stream().map(figure -> section(figure, measurements)).toList(),
        summary(figures, measurements),
        NOTE);
  }

  private static Section section(Figure figure, Measurements measurements) {
    String heading = figure.heading() + ", " + figure.title();
    List<FigureTable> tables = new ArrayList<>();
    if (!figure.facts().isEmpty()) {
      tables.add(
          new FigureTable(
              heading + "; " + figure.setting(),
              figure.facts().get(0),
              figure.facts().subList(1, figure.facts().size())));
    }
    for (Panel panel : figure.panels()) {
      tables.add(panel.values(heading, measurements));
    }
    return new Section(
        figure.id(),
        heading,
        figure.setting(),
        figure.panels(),
        tables,
        List.of(),
        figure.claims(),
        !figure.panels().isEmpty());
  }

  /** Returns one line with the number of claims for each verdict. */
  private static String summary(List<Figure> figures, Measurements measurements) {
    List<Claim> claims = figures.stream().flatMap(figure -> figure.claims().stream()).toList();
    List<String> parts = new ArrayList<>();
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      long count =
          claims.stream().filter(claim -> claim.judge(measurements).verdict() == verdict).count();
      parts.add(count + " " + verdict.words());
    }
    return "Claims: " + String.join(", ", parts) + ".";
  }
}
