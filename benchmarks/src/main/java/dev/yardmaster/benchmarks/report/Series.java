package dev.yardmaster.benchmarks.report;

import java.util.List;

/**
 * The marks of one line of a chart, or of the bars of one colour.
 *
 * @param name the name in the legend
 * @param marks the marks from left to right
 */
public record Series(String name, List<Mark> marks) {

  /** Copies the list. */
  public Series {
    marks = List.copyOf(marks);
  }
}
