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
 * A paper's figures, as in its data file. In all texts a name in braces is replaced by a text of
 * the paper or of an axis.
 *
 * @param words texts that replace their names in braces; null for none
 * @param reasons texts by name, for claims; null for none
 * @param sides groups of sides, in order: each side's name in legends
 * @param metrics groups of metrics, in order, by their labels
 * @param figures in the order of the paper
 */
record FigureData(
    Map<String, String> words,
    Map<String, String> reasons,
    Map<String, Map<String, String>> sides,
    Map<String, Map<String, String>> metrics,
    List<OfFigure> figures) {

  /**
   * One figure.
   *
   * @param heading as in the paper; null for Figure and the id
   * @param like the id of a figure whose panels and claims this figure repeats on its own axes;
   *     null for none
   * @param axes axes with the points to measure; panels and claims without axes use the first
   * @param sides the figure's group of sides
   * @param metric the figure's metric
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
   * A panel, or several panels for each of some axes.
   *
   * @param kind of {@link dev.yardmaster.benchmarks.report.Panel.Kind}
   * @param yScale null for 1
   * @param axes null for the figure's first
   * @param sides a group; null for the figure's. Where lines are places, the names of sides are
   *     numbers, which are their positions
   * @param metric null for the figure's
   * @param over the side that values are divided by; null for none
   * @param at the only places to draw, each in a panel of its own; null for one panel over all
   *     places
   * @param metrics a group drawn instead of one metric: side by side at one place, or stacked over
   *     all places
   * @param lines the names of lines that are places of the axis and run over its sides; null where
   *     lines are sides
   * @param made the name of a panel that code draws; null for none
   * @param panels the panels for each axis; null for one panel
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
      String at,
      String metrics,
      String lines,
      String made,
      List<OfPanel> panels) {}

  /**
   * A claim, or several claims for each of some axes.
   *
   * @param words as in {@link dev.yardmaster.benchmarks.measure.Claim}
   * @param bar {@code up to 2.7}, {@code about 2} or {@code peaks 1.25} for the paper's ratio;
   *     {@code >= 0.9} or {@code <= 1.1} for a bar of ours; the prefix {@code somewhere} lets the
   *     best ratio decide, the prefix {@code paper 3,} adds the paper's ratio
   * @param ratio sides over sides: {@code sr, vc / base at 0.9}; a metric other than the figure's
   *     stands before {@code of}
   * @param as the name of one of several ratios; null for side, base and place
   * @param because names of reasons; null for none
   * @param each the places that each have a claim of their own; null for one claim
   * @param axes null for the figure's first
   * @param claims the claims for each axis; null for one claim
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

  /** Reads a data file from the package of a class. */
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
