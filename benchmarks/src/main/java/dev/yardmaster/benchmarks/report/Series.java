package dev.yardmaster.benchmarks.report;

import java.util.List;

/**
 * Marks that belong together: a line, or the bars of one colour.
 *
 * @param name in the legend
 * @param marks from left to right
 */
public record Series(String name, List<Mark> marks) {

  /** Copies the list. */
  public Series {
    marks = List.copyOf(marks);
  }
}
