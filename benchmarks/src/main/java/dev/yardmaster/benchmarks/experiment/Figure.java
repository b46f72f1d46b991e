package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.report.Panel;
import java.util.List;

/**
 * A figure or table of a paper, made again.
 *
 * @param id as the command line names it: 5, or t2
 * @param heading as the paper names it: Figure 5, or Table II
 * @param title what the paper's shows
 * @param setting what is run here: workers and tables
 * @param points what has to be measured for it
 * @param facts rows of a table that needs no measurement, the header first; empty for none
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

  /** A figure of that number. */
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
