package dev.yardmaster.benchmarks.report;

import java.util.List;
import java.util.Locale;

/**
 * Draws axes, legends and marks of a chart as SVG. Lengths are pixels from the upper left corner.
 * An instance draws one chart.
 */
final class SvgCanvas {

  static final double LEFT = 66;
  static final double RIGHT = 470;
  static final double TOP = 34;
  static final double BOTTOM = 250;

  private static final double WIDTH = 486;
  private static final double LEGEND_TOP = 302;
  private static final double LEGEND_LINE = 18;
  private static final double LEGEND_COLUMN = 200;

  /** The colours of lines and bars. They also differ in brightness. */
  private static final String[] COLOURS = {
    "#1f5fa8", "#d1701c", "#2e8b57", "#a3243b", "#6a4c93", "#707070",
    "#5aa9e6", "#f2b134", "#8fce6b", "#ef7f9a", "#3b2a1a", "#00a5a5"
  };

  private final StringBuilder svg = new StringBuilder();
  private final VerticalAxis axis;

  /**
   * Creates a canvas with a title, a vertical axis and the names of both axes.
   *
   * @param legend names of the lines
   */
  SvgCanvas(Chart chart, List<String> legend, VerticalAxis axis) {
    this.axis = axis;
    int legendLines = (legend.size() + 1) / 2;
    double height = LEGEND_TOP + LEGEND_LINE * legendLines;
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" role=\"img\""
                + " aria-label=\"%s\">%n",
            WIDTH,
            height,
            HtmlText.escape(chart.title() + ": " + chart.yLabel())));
    text(LEFT, 16, "start", "title", chart.title());
    for (double value : axis.ticks()) {
      line(LEFT, y(value), RIGHT, y(value), "grid", null);
      text(LEFT - 6, y(value) + 4, "end", "tick", number(value));
    }
    line(LEFT, TOP, LEFT, BOTTOM, "axis", null);
    line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis", null);
    text((LEFT + RIGHT) / 2, BOTTOM + 38, "middle", "axis-name", chart.xLabel());
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"axis-name\" text-anchor=\"middle\" transform=\"translate(13 %.1f)"
                + " rotate(-90)\">%s</text>%n",
            (TOP + BOTTOM) / 2,
            HtmlText.escape(chart.yLabel())));
    for (int i = 0; i < legend.size(); i++) {
      double x = LEFT + i % 2 * LEGEND_COLUMN;
      int legendLine = i / 2;
      double y = LEGEND_TOP + legendLine * LEGEND_LINE;
      rectangle(x, y - 9, 12, 10, i);
      text(x + 18, y, "start", "tick", legend.get(i));
    }
  }

  /** Returns the shortest text of a number, for an axis. */
  static String number(double value) {
    if (value >= 10_000) {
      return value % 1_000 == 0
          ? String.format(Locale.ROOT, "%,.0fk", value / 1_000)
          : String.format(Locale.ROOT, "%,.0f", value);
    }
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.replaceFirst("\\.?0+$", "");
  }

  /** Returns the vertical position of a value. */
  double y(double value) {
    return BOTTOM - axis.height().applyAsDouble(value) * (BOTTOM - TOP);
  }

  /** Draws a name below the axis. */
  void place(double x, String label) {
    line(x, BOTTOM, x, BOTTOM + 4, "axis", null);
    text(x, BOTTOM + 17, "middle", "tick", label);
  }

  /** Draws a rectangle, which is a bar or a part of the legend. */
  void rectangle(double x, double y, double width, double height, int colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n",
            x,
            y,
            width,
            Math.max(0, height),
            colour(colour)));
  }

  /**
   * Draws a dot. Also draws the dot's range over the repeats, if the range is wide enough to be
   * visible.
   */
  void dot(double x, Chart.Dot dot, int colour) {
    spread(x, dot, colour(colour));
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"><title>%s: %s</title>"
                + "</circle>%n",
            x,
            y(dot.y().median()),
            colour(colour),
            HtmlText.escape(dot.label()),
            number(dot.y().median())));
  }

  /** Draws a line from the least to the greatest value of a dot. */
  void spread(double x, Chart.Dot dot, String colour) {
    if (dot.y().max() > dot.y().min()) {
      line(x, y(dot.y().min()), x, y(dot.y().max()), "spread", colour);
    }
  }

  /** Draws a segment of a line. */
  void stroke(double x1, double y1, double x2, double y2, int colour) {
    line(x1, y1, x2, y2, "stroke", colour(colour));
  }

  private void line(double x1, double y1, double x2, double y2, String kind, String colour) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"%s/>%n",
            kind,
            x1,
            y1,
            x2,
            y2,
            colour == null ? "" : " stroke=\"" + colour + '"'));
  }

  private void text(double x, double y, String anchor, String kind, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
            kind,
            x,
            y,
            anchor,
            HtmlText.escape(text)));
  }

  private static String colour(int index) {
    return COLOURS[index % COLOURS.length];
  }

  /** Returns the finished chart. */
  String end() {
    return svg.append("</svg>").toString();
  }
}
