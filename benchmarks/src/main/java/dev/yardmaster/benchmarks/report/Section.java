package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;

/**
 * A part of a report: charts, tables and bars that belong together.
 *
 * @param id names it in names of files
 * @param heading what it is called
 * @param text one paragraph below the heading; empty for none
 * @param tables what is shown in the terminal, too
 * @param more tables that a page shows when asked to
 * @param isFolded whether a page shows all tables but that of the claims only when asked to
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

  /** The figures of a benchmark. */
  public static Section figures(
      List<Panel> panels, List<FigureTable> tables, List<FigureTable> more, List<Claim> claims) {
    return new Section("figures", "Figures", "", panels, tables, more, claims, false);
  }
}
