package dev.yardmaster.benchmarks.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Draws charts as SVG that needs no script and no other file. All methods are pure functions. */
final class SvgChart {

  private static final double GROUP_SHARE = 0.8;

  /** The colour in which ranges over the repeats are drawn on bars of any colour. */
  private static final String ON_BARS = "#222222";

  private SvgChart() {}

  private static List<String> legend(Chart chart) {
    return chart.lines().stream().map(Chart.Line::name).toList();
  }

  /**
   * Returns a line chart.
   *
   * @param logarithmic whether the horizontal axis is logarithmic
   */
  static String lines(Chart chart, boolean logarithmic) {
    return lines(chart, logarithmic, VerticalAxis.linear(chart.top()));
  }

  /** Returns a line chart with a logarithmic vertical axis. */
  static String linesOfLogarithms(Chart chart) {
    return lines(chart, false, VerticalAxis.logarithmic(chart.foot(), chart.top()));
  }

  private static String lines(Chart chart, boolean logarithmic, VerticalAxis axis) {
    SvgCanvas canvas = new SvgCanvas(chart, legend(chart), axis);
    DoubleUnaryOperator place = logarithmic ? Math::log10 : DoubleUnaryOperator.identity();
    double[] all =
        chart.lines().stream()
            .flatMap(line -> line.dots().stream())
            .mapToDouble(dot -> place.applyAsDouble(dot.x()))
            .toArray();
    double least = logarithmic ? least(all) : beginning(all);
    double width = Math.max(greatest(all) - least, 1e-9);
    double room = SvgCanvas.RIGHT - SvgCanvas.LEFT - 24;
    DoubleUnaryOperator x =
        value -> SvgCanvas.LEFT + 12 + (place.applyAsDouble(value) - least) / width * room;
    double lastLabelled = Double.NEGATIVE_INFINITY;
    for (Chart.Dot dot : ticks(chart)) {
      double at = x.applyAsDouble(dot.x());
      // A label that would overlap the previous label is not drawn.
      if (at - lastLabelled > 7.0 * (dot.tick().length() + 1)) {
        canvas.place(at, dot.tick());
        lastLabelled = at;
      }
    }
    for (int i = 0; i < chart.lines().size(); i++) {
      Chart.Dot before = null;
      for (Chart.Dot dot : chart.lines().get(i).dots()) {
        double at = x.applyAsDouble(dot.x());
        if (before != null) {
          canvas.stroke(
              x.applyAsDouble(before.x()),
              canvas.y(before.y().median()),
              at,
              canvas.y(dot.y().median()),
              i);
        }
        canvas.dot(at, dot, i);
        before = dot;
      }
    }
    return canvas.end();
  }

  /** Returns a dot for each text under the axis, from left to right. */
  private static List<Chart.Dot> ticks(Chart chart) {
    Map<String, Chart.Dot> ticks = new LinkedHashMap<>();
    for (Chart.Line line : chart.lines()) {
      line.dots().forEach(dot -> ticks.putIfAbsent(dot.tick(), dot));
    }
    return ticks.values().stream().sorted(Comparator.comparingDouble(Chart.Dot::x)).toList();
  }

  /**
   * Returns the left end of the axis. The left end is 0, unless this would leave much of the chart
   * empty.
   */
  private static double beginning(double[] values) {
    double least = least(values);
    double greatest = greatest(values);
    return least > greatest / 4 && least < greatest ? least : 0;
  }

  private static double least(double[] values) {
    double least = Double.MAX_VALUE;
    for (double value : values) {
      least = Math.min(least, value);
    }
    return least;
  }

  private static double greatest(double[] values) {
    double greatest = 0;
    for (double value : values) {
      greatest = Math.max(greatest, value);
    }
    return greatest;
  }

  /** Returns a grouped bar chart over names. */
  static String bars(Chart chart, VerticalAxis axis) {
    SvgCanvas canvas = new SvgCanvas(chart, legend(chart), axis);
    List<String> labels = chart.labels();
    double group = (SvgCanvas.RIGHT - SvgCanvas.LEFT) / labels.size();
    double width = group * GROUP_SHARE / chart.lines().size();
    for (int place = 0; place < labels.size(); place++) {
      double begin = SvgCanvas.LEFT + place * group + group * (1 - GROUP_SHARE) / 2;
      canvas.place(SvgCanvas.LEFT + (place + 0.5) * group, labels.get(place));
      for (int i = 0; i < chart.lines().size(); i++) {
        double left = begin + i * width;
        int colour = i;
        Chart.at(chart.lines().get(i), labels.get(place))
            .ifPresent(
                dot -> {
                  double top = canvas.y(dot.y().median());
                  canvas.rectangle(left, top, width - 1, SvgCanvas.BOTTOM - top, colour);
                  canvas.spread(left + width / 2, dot, ON_BARS);
                });
      }
    }
    return canvas.end();
  }

  /** Returns a stacked bar chart over names, which shows only medians. */
  static String stackedBars(Chart chart) {
    List<String> labels = chart.labels();
    double highest = 0;
    for (String label : labels) {
      double sum = 0;
      for (Chart.Line line : chart.lines()) {
        sum += Chart.at(line, label).map(dot -> dot.y().median()).orElse(0.0);
      }
      highest = Math.max(highest, sum);
    }
    SvgCanvas canvas =
        new SvgCanvas(chart, legend(chart), VerticalAxis.linear(highest > 0 ? highest : 1));
    double group = (SvgCanvas.RIGHT - SvgCanvas.LEFT) / labels.size();
    double width = group * GROUP_SHARE / 2;
    for (int place = 0; place < labels.size(); place++) {
      double middle = SvgCanvas.LEFT + (place + 0.5) * group;
      canvas.place(middle, labels.get(place));
      double below = 0;
      for (int i = 0; i < chart.lines().size(); i++) {
        double value =
            Chart.at(chart.lines().get(i), labels.get(place))
                .map(dot -> dot.y().median())
                .orElse(0.0);
        double top = canvas.y(below + value);
        canvas.rectangle(middle - width / 2, top, width, canvas.y(below) - top, i);
        below += value;
      }
    }
    return canvas.end();
  }
}
