package dev.yardmaster.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Points beside each other, in the order in which they are drawn. Some of them have a name
 * together, as those that a paper has, too.
 */
public final class Axis {

  /** Judged by default, where an axis has such a part. */
  private static final String OF_PAPER = "paper";

  /**
   * A place on the axis.
   *
   * @param name in claims
   * @param x where it is drawn, in charts with lines
   * @param label under the chart
   * @param point what is measured there; null where this scale has no such place
   */
  record Place(String name, double x, String label, Point point) {

    String key() {
      return point == null ? "not at this scale" : point.key();
    }
  }

  private final List<Place> places = new ArrayList<>();
  private final Map<String, List<Place>> parts = new LinkedHashMap<>();
  private final Map<String, String> words = new LinkedHashMap<>();

  /** A point for each number. */
  public static <X extends Number> Axis over(List<X> numbers, Function<X, ? extends Point> point) {
    Axis axis = new Axis();
    numbers.forEach(x -> axis.at(x.toString(), x.doubleValue(), String.valueOf(x), point.apply(x)));
    return axis;
  }

  /** A single point. */
  public static Axis of(Point point) {
    return new Axis().at("", 0, "", point);
  }

  /** The same with another point. */
  public Axis at(String name, double x, String label, Point point) {
    places.add(new Place(name, x, label, point));
    return this;
  }

  /** The same, some of whose points have a name together. */
  public Axis part(String name, Predicate<Double> isOf) {
    parts.put(name, places.stream().filter(place -> isOf.test(place.x())).toList());
    return this;
  }

  /** The same, with what stands for a name in braces in the texts about it. */
  public Axis word(String name, String text) {
    words.put(name, text);
    return this;
  }

  /** Its texts: those that were given, and the names of its first and its last point. */
  Map<String, String> words() {
    Map<String, String> all = new LinkedHashMap<>(words);
    all.put("first", places.get(0).name());
    all.put("last", places.get(places.size() - 1).name());
    return all;
  }

  /** Its points. */
  public List<Point> points() {
    return places.stream().map(Place::point).toList();
  }

  List<Place> places() {
    return places;
  }

  /** Whether a name is that of one place and not of a part. */
  boolean isPlace(String name) {
    return name != null && !name.equals("all") && !parts.containsKey(name);
  }

  /**
   * The places of a name.
   *
   * @param name that of a part, of a point, {@code all}, or null for those that are judged by
   *     default
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
