package dev.yardmaster.benchmarks.experiment;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * A paper's figures, as the paper's data file states them. In each text of the file, a name in
 * braces is replaced by a text that the paper or the axis defines.
 *
 * @param words the texts that replace names in braces, by name; null for none
 * @param reasons the texts of the reasons that claims refer to, by name; null for none
 * @param sides groups of sides (systems or settings), in order; a group maps each side to its name
 *     in legends
 * @param metrics groups of metrics, in order; a group maps each label to a metric
 * @param figures the figures in the order of the paper
 */
record FigureData(
    Map<String, String> words,
    Map<String, String> reasons,
    Map<String, Map<String, String>> sides,
    Map<String, Map<String, String>> metrics,
    List<OfFigure> figures) {

  /**
   * The data of one figure.
   *
   * @param heading the heading in the paper; null for the word Figure with the id
   * @param like the id of a figure whose panels and claims this figure repeats on its own axes;
   *     null for none
   * @param axes the axes with the points to measure; a panel or claim that names no axes uses the
   *     first of these axes
   * @param sides the group of systems or settings ("sides") that the figure compares
   * @param metric the metric that the figure shows
   */
  record OfFigure(
      String id,
      String heading,
      String title,
      String setting,
      String like,
      List<String> axes,
      String sides,
      String metric,
      List<OfPanel> panels,
      List<OfClaim> claims) {}

  /**
   * The data of one panel, or of a group of panels that is drawn for each of several axes.
   *
   * @param kind a kind of {@link dev.yardmaster.benchmarks.report.Panel.Kind}
   * @param yScale the scale of the y axis; null for 1
   * @param axes the axes of the panel; null for the figure's first axis
   * @param sides a group of sides; null for the figure's group. If {@code lines} is set, the names
   *     of the sides must be numbers: their horizontal positions
   * @param metric the drawn metric; null for the figure's metric
   * @param over the side whose values divide the values of all sides; null for undivided values
   * @param across the metric on the horizontal axis, where a line connects the points of a side;
   *     null if the horizontal axis shows the positions of the axis
   * @param at the only positions of the axis to draw, each in its own panel; null for one panel
   *     with all positions
   * @param metrics a group of metrics that is drawn instead of one metric. If the panel has one
   *     position, the metrics are drawn next to each other. If the panel has all positions, the
   *     metrics are stacked
   * @param lines the names of the lines if each line shows one position of the axis and connects
   *     the sides; null if each line shows one side
   * @param made the name of a panel that Java code draws; null if this data describes the panel
   * @param panels the panels that are drawn for each axis; null if this object describes one panel
   */
  record OfPanel(
      String title,
      String kind,
      String x,
      String y,
      Double yScale,
      List<String> axes,
      String sides,
      String metric,
      String over,
      String across,
      String at,
      String metrics,
      String lines,
      String made,
      List<OfPanel> panels) {}

  /**
   * The data of one claim, or of a group of claims that is made for each of the given axes.
   *
   * @param words the text of the claim, as in {@link dev.yardmaster.benchmarks.measure.Claim}
   * @param bar {@code up to 2.7}, {@code about 2} or {@code peaks 1.25} for the paper's ratio;
   *     {@code >= 0.9} or {@code <= 1.1} for a bar of this project. With the prefix {@code
   *     somewhere}, it is sufficient that the best ratio meets the bar. The prefix {@code paper 3,}
   *     adds the paper's ratio
   * @param ratio the sides of the numerator, a slash, and the sides of the denominator, as in
   *     {@code sr, vc / base at 0.9}. If the claim uses a metric other than the figure's metric,
   *     the metric's name and {@code of} come first, as in {@code p999Us of srvc / base}. If {@code
   *     over} and a second ratio follow, each ratio is divided by the second ratio. Without a
   *     slash, the claim applies to the metric itself
   * @param as the pattern for the names of the ratios, if there are several; null if the name of
   *     each ratio is formed from the side, the base and the position
   * @param because the names of the reasons why the claim may fall short; null for none
   * @param each the positions for which separate claims are made; null for one claim
   * @param axes the axes of the claim; null for the figure's first axis
   * @param claims the claims that are made for each axis; null if this object describes one claim
   */
  record OfClaim(
      String words,
      String bar,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> ratio,
      String as,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> because,
      String each,
      List<String> axes,
      List<OfClaim> claims) {}

  /** Reads a data file that is in the package of a class. */
  static FigureData read(Class<?> beside, String file) {
    try (InputStream in = beside.getResourceAsStream(file)) {
      return new ObjectMapper(new YAMLFactory()).readValue(in, FigureData.class);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  OfFigure figure(String id) {
    return figures.stream()
        .filter(figure -> figure.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such figure: figure=" + id));
  }
}
