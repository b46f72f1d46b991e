package dev.yardmaster.server.cli;

import java.util.List;

/**
 * A table for human readers: the first column names the row, the other columns hold figures.
 *
 * @param title the title, which names the conditions of the measurement
 * @param notes sentences below the table, to which cells refer by {@link #mark}
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

  /** Creates a table without notes. */
  public FigureTable(String title, List<String> header, List<List<String>> rows) {
    this(title, header, rows, List.of());
  }

  /** Returns the mark by which a cell refers to a note; the first note is number 0. */
  public static String mark(int note) {
    return "[" + (note + 1) + "]";
  }
}
