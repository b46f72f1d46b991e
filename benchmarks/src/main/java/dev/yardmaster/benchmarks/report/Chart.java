package dev.yardmaster.benchmarks.report;

import dev.yardmaster.benchmarks.measure.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The data of a chart, without figures that were not measured.
 *
 * @param xLabel label of the horizontal axis, with the unit
 * @param yLabel label of the vertical axis, with the unit
 */
record Chart(String title, String xLabel, String yLabel, List<Line> lines) {

  /** A line of the chart, or the bars of one colour. */
  record Line(String name, List<Dot> dots) {}

  /**
   * A value, with the least and the greatest value of the repeats.
   *
   * @param label name of the value's position on the horizontal axis
   * @param tick text below that position
   */
  record Dot(double x, String label, String tick, Spread y) {}

  /**
   * Returns the highest value, including the greatest values of the repeats; 1 if all values are 0.
   */
  double top() {
    double top =
        lines.stream()
            .flatMap(line -> line.dots().stream())
            .mapToDouble(dot -> dot.y().max())
            .max()
            .orElse(1);
    return top > 0 ? top : 1;
  }

  /** Returns the lowest median above 0; 1 if no median is above 0. */
  double foot() {
    return lines.stream()
        .flatMap(line -> line.dots().stream())
        .mapToDouble(dot -> dot.y().median())
        .filter(value -> value > 0)
        .min()
        .orElse(1);
  }

  /** Returns the names of all horizontal positions, in the order of their appearance. */
  List<String> labels() {
    List<String> labels = new ArrayList<>();
    lines.forEach(line -> line.dots().forEach(dot -> addNew(labels, dot.label())));
    return labels;
  }

  private static void addNew(List<String> labels, String label) {
    if (!labels.contains(label)) {
      labels.add(label);
    }
  }

  /** Returns the value of a line at a horizontal position. */
  static Optional<Dot> at(Line line, String label) {
    return line.dots().stream().filter(dot -> dot.label().equals(label)).findFirst();
  }

  boolean isEmpty() {
    return lines.stream().allMatch(line -> line.dots().isEmpty());
  }
}
