package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.experiment.Axis.Place;
import dev.yardmaster.benchmarks.experiment.FigureData.OfPanel;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Creates the panels that the data file describes for a figure. By default, a panel uses the
 * figure's sides and metric.
 */
record FigurePanels(PaperFigures figures, String sides, String metric) {

  /** Returns the panels that an entry of the data file describes, for one axis. */
  Stream<Panel> of(OfPanel of, Axis axis) {
    if (of.made() != null) {
      return Stream.of(figures.made(of.made(), of.title()));
    }
    if (of.at() == null) {
      return Stream.of(panel(of, axis, axis.places(), axis.words()));
    }
    return axis.places(of.at()).stream()
        .map(place -> panel(of, axis, List.of(place), names(place)));
  }

  private static Map<String, String> names(Place place) {
    return Map.of("x", place.name(), "label", place.label());
  }

  private Panel panel(OfPanel of, Axis axis, List<Place> places, Map<String, String> more) {
    return new Panel(
        figures.text(of.title(), more),
        Kind.valueOf(of.kind()),
        figures.text(of.x(), more),
        figures.text(of.y(), more),
        of.yScale() == null ? 1 : of.yScale(),
        series(of, axis, places));
  }

  private List<Series> series(OfPanel of, Axis axis, List<Place> places) {
    List<Series> series = new ArrayList<>();
    if (of.lines() != null) {
      for (Place place : places) {
        List<Mark> marks = new ArrayList<>();
        figures
            .group(group(of), names(place))
            .forEach(
                (side, number) ->
                    marks.add(mark(of, Double.parseDouble(number), number, place, side)));
        series.add(new Series(figures.text(of.lines(), names(place)), marks));
      }
      return series;
    }
    Map<String, String> group = figures.group(group(of), axis.words());
    if (of.metrics() == null) {
      group.forEach(
          (side, name) ->
              series.add(
                  new Series(
                      name,
                      places.stream()
                          .map(place -> mark(of, place.x(), place.label(), place, side))
                          .toList())));
    } else if (of.at() == null) {
      figures
          .metrics(of.metrics())
          .forEach((name, each) -> series.add(new Series(name, overSides(group, places, each))));
    } else {
      group.forEach(
          (side, name) -> {
            List<Mark> marks = new ArrayList<>();
            figures
                .metrics(of.metrics())
                .forEach(
                    (label, each) ->
                        marks.add(
                            Mark.at(
                                marks.size() + 1,
                                label,
                                new MetricRef(places.get(0).key(), side, each))));
            series.add(new Series(name, marks));
          });
    }
    return series;
  }

  /**
   * Returns a panel with marks of one metric at all positions of the axis. At each position the
   * marks of several sides are next to each other.
   */
  private static List<Mark> overSides(
      Map<String, String> group, List<Place> places, String metric) {
    List<Mark> marks = new ArrayList<>();
    for (Place place : places) {
      group.forEach(
          (side, name) -> {
            MetricRef value = new MetricRef(place.key(), side, metric);
            marks.add(
                group.size() == 1
                    ? Mark.at(place.x(), place.label(), value)
                    : Mark.at(0, name + ", " + place.label(), value));
          });
    }
    return marks;
  }

  private Mark mark(OfPanel of, double x, String label, Place place, String side) {
    String drawn = figures.text(of.metric() == null ? metric : of.metric(), Map.of());
    MetricRef value = new MetricRef(place.key(), side, drawn);
    return new Mark(
        x,
        label,
        value,
        of.over() == null ? null : value.of(of.over()),
        of.across() == null ? null : new MetricRef(place.key(), side, of.across()));
  }

  private String group(OfPanel of) {
    return of.sides() == null ? sides : of.sides();
  }
}
