package dev.yardmaster.benchmarks.experiment;

import java.util.List;

/**
 * One chart of a figure.
 *
 * @param xLabel with the unit
 * @param yLabel with the unit
 * @param yScale what values are multiplied by for the unit
 */
public record Panel(
    String title, Kind kind, String xLabel, String yLabel, double yScale, List<Series> series) {

  /** How it is drawn. */
  public enum Kind {
    /** Lines over numbers. */
    LINES,
    /** Lines over the logarithms of numbers. */
    LOG_LINES,
    /** Lines over numbers, their heights by the values' logarithms. */
    LOG_HEIGHTS,
    /** Bars side by side over words. */
    BARS,
    /** Bars on top of each other over words. */
    STACKED_BARS
  }

  /** Copies the list. */
  public Panel {
    series = List.copyOf(series);
  }
}
