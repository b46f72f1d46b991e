package dev.yardmaster.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The points on the x axis of a chart, in the order of the chart. A part is a named subset of the
 * points, for instance the points that the paper also measures.
 */
public final class Axis {

  /** The name of the part that claims use by default if the axis has a part of this name. */
  private static final String OF_PAPER = "paper";

  /**
   * A position on the axis, and the measurement that is made for it: a comparison of several
   * systems or settings ("sides").
   *
   * @param name the name that claims use
   * @param x the horizontal position in charts with lines
   * @param label the text under the chart
   * @param point the measurement for this position; null if the experiment at this scale omits it
   */
  record Place(String name, double x, String label, Point point) {

    String key() {
      return point == null ? "not at this scale" : point.key();
    }
  }

  private final List<Place> places = new ArrayList<>();
  private final Map<String, List<Place>> parts = new LinkedHashMap<>();
  private final Map<String, String> words = new LinkedHashMap<>();

  /** Returns an axis with a point for each number. */
  public static <X extends Number> Axis over(List<X> numbers, Function<X, ? extends Point> point) {
    Axis axis = new Axis();
    numbers.forEach(x -> axis.at(x.toString(), x.doubleValue(), String.valueOf(x), point.apply(x)));
    return axis;
  }

  /** Returns an axis with a single point. */
  public static Axis of(Point point) {
    return new Axis().at("", 0, "", point);
  }

  /** Returns this axis with one more point. */
  public Axis at(String name, double x, String label, Point point) {
    places.add(new Place(name, x, label, point));
    return this;
  }

  /** Returns this axis with a named part. */
  public Axis part(String name, Predicate<Double> isOf) {
    parts.put(name, places.stream().filter(place -> isOf.test(place.x())).toList());
    return this;
  }

  /**
   * Defines a placeholder. In the texts about this axis, the text replaces the name in braces.
   * Returns the axis.
   */
  public Axis word(String name, String text) {
    words.put(name, text);
    return this;
  }

  /**
   * Returns the texts that replace names in braces. These are the texts of {@link #word}, and the
   * names of the first and the last position.
   */
  Map<String, String> words() {
    Map<String, String> all = new LinkedHashMap<>(words);
    all.put("first", places.get(0).name());
    all.put("last", places.get(places.size() - 1).name());
    return all;
  }

  /** Returns the points. */
  public List<Point> points() {
    return places.stream().map(Place::point).toList();
  }

  List<Place> places() {
    return places;
  }

  /** Returns whether a name denotes a single position and not a part. */
  boolean isPlace(String name) {
    return name != null && !name.equals("all") && !parts.containsKey(name);
  }

  /**
   * Returns the positions that a name denotes.
   *
   * @param name the name of a part or of a position; {@code all}; or null for the positions that
   *     claims use by default
   */
  List<Place> places(String name) {
    if (name == null) {
      return parts.getOrDefault(OF_PAPER, places);
    }
    if (name.equals("all")) {
      return places;
    }
    if (parts.containsKey(name)) {
      return parts.get(name);
    }
    String wanted = words().getOrDefault(name, name);
    return List.of(
        places.stream()
            .filter(place -> place.name().equals(wanted))
            .findFirst()
            .orElse(new Place(wanted, Double.NaN, wanted, null)));
  }
}
