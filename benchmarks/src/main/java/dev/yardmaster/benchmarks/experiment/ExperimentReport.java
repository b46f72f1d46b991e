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
      "Within a repeat, the sides of a point run one after the other on fresh tables, in reverse"
          + " order in every second repeat. A ratio compares two sides of the same repeat. Where"
          + " workers are simulated, times are virtual and follow from a model of costs: use the"
          + " ratios, not the absolute figures. The verdict on a claim depends on its median ratio:"
          + " \"exceeds\" if the ratio reaches the paper's value, \"holds\" if it reaches only the"
          + " bar, and otherwise \"falls short\". Unless a claim states its own bar, the bar is"
          + " half of the paper's effect (1.5 for a paper's ratio of 2). If the paper gives no"
          + " number, the ratio only has to be on the claimed side of 1. Of several ratios, the"
          + " best decides if the paper says \"up to\", and the worst if it says \"consistently\"."
          + " If the paper says \"peak\", the highest median is divided by the highest median of"
          + " the base, even of another point. The place of the deciding ratio is printed after"
          + " the ratio.";

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

  /** Returns one line with the number of claims for each verdict; empty if there are no claims. */
  private static String summary(List<Figure> figures, Measurements measurements) {
    List<Claim> claims = figures.stream().flatMap(figure -> figure.claims().stream()).toList();
    if (claims.isEmpty()) {
      return "";
    }
    List<String> parts = new ArrayList<>();
    for (ClaimVerdict verdict : ClaimVerdict.values()) {
      long count =
          claims.stream().filter(claim -> claim.judge(measurements).verdict() == verdict).count();
      if (count > 0 || verdict != ClaimVerdict.NOT_JUDGED) {
        parts.add(count + " " + verdict.words());
      }
    }
    return "Claims: " + String.join(", ", parts) + ".";
  }
}
