package dev.yardmaster.benchmarks.report;

import java.util.List;

/**
 * A table for people: the first column names the row, the others hold figures.
 *
 * @param title what it shows, with what the figures need to be understood
 */
public record Table(String title, List<String> header, List<List<String>> rows) {

  /** Checks that every row has a cell for every column. */
  public Table {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(row.size() + " cells under " + header.size());
      }
    }
  }
}
