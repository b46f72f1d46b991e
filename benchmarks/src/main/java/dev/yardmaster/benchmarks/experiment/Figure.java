package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.report.Panel;
import java.util.List;

/**
 * A reproduced figure or table of a paper.
 *
 * @param id the name on the command line, such as 5 or t2
 * @param heading the name in the paper, such as Figure 5 or Table II
 * @param title the subject of the paper's figure
 * @param setting the workers and tables of the reproduction
 * @param points the points to measure for the figure
 * @param facts a table that needs no measurement, as rows with the header first; empty if the
 *     figure has measurements
 */
public record Figure(
    String id,
    String heading,
    String title,
    String setting,
    List<Point> points,
    List<Panel> panels,
    List<Claim> claims,
    List<List<String>> facts) {

  /** Copies the lists. */
  public Figure {
    points = List.copyOf(points);
    panels = List.copyOf(panels);
    claims = List.copyOf(claims);
    facts = List.copyOf(facts);
  }

  /** Creates a figure with its number as its heading. */
  public Figure(
      String number,
      String title,
      String setting,
      List<? extends Point> points,
      List<Panel> panels,
      List<Claim> claims) {
    this(
        number, "Figure " + number, title, setting, List.copyOf(points), panels, claims, List.of());
  }
}
