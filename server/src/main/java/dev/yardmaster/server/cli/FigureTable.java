package dev.yardmaster.server.cli;

import java.util.List;

/**
 * A table for people: the first column names the row, the others hold figures.
 *
 * @param title what it shows, with what the figures need to be understood
 * @param notes sentences below it, which cells name by their {@link #mark}
 */
public record FigureTable(
    String title, List<String> header, List<List<String>> rows, List<String> notes) {

  /** Checks that every row has a cell for every column. */
  public FigureTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(row.size() + " cells under " + header.size());
      }
    }
  }

  /** A table without notes. */
  public FigureTable(String title, List<String> header, List<List<String>> rows) {
    this(title, header, rows, List.of());
  }

  /** How a cell names a note; the first is number 0. */
  public static String mark(int note) {
    return "[" + (note + 1) + "]";
  }
}
