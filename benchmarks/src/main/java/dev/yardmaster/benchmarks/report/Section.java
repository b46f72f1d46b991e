package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;

/**
 * A part of a report: charts, tables and claims that belong together.
 *
 * @param id the section's name in names of files
 * @param heading the title of the section
 * @param text one paragraph below the heading; empty for none
 * @param tables tables that the terminal shows, too
 * @param more tables that only the page shows, collapsed
 * @param isFolded whether the page collapses all tables except the table of the claims
 */
public record Section(
    String id,
    String heading,
    String text,
    List<Panel> panels,
    List<FigureTable> tables,
    List<FigureTable> more,
    List<Claim> claims,
    boolean isFolded) {

  /** Copies the lists. */
  public Section {
    panels = List.copyOf(panels);
    tables = List.copyOf(tables);
    more = List.copyOf(more);
    claims = List.copyOf(claims);
  }

  /** Returns a section with the results of a benchmark. */
  public static Section figures(
      List<Panel> panels, List<FigureTable> tables, List<FigureTable> more, List<Claim> claims) {
    return new Section("figures", "Figures", "", panels, tables, more, claims, false);
  }

  Section withoutVerdicts() {
    return new Section(
        id,
        heading,
        text,
        panels,
        tables,
        more,
        claims.stream().map(Claim::withoutVerdict).toList(),
        isFolded);
  }
}
