package dev.yardmaster.benchmarks.experiment;

import java.util.List;

/**
 * A figure or table of a paper, made again.
 *
 * @param id as the command line names it: 5, or t2
 * @param title what the paper's shows
 * @param setting what is run here: workers and tables
 * @param points what has to be measured for it
 * @param facts rows of a table that needs no measurement, the header first; empty for none
 */
public record Figure(
    String id,
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

  /** The heading: Figure 5, or Table II. */
  public String heading() {
    if (id.equals("service")) {
      return "Beyond the paper";
    }
    return id.startsWith("t")
        ? "Table " + "I".repeat(Integer.parseInt(id.substring(1)))
        : "Figure " + id;
  }
}
