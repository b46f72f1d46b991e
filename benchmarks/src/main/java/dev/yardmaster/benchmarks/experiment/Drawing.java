package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What figures have in common: points over the numbers of an axis. Pure. */
public final class Drawing {

  private Drawing() {}

  /** A point for each number, in the order of the numbers. */
  public static <X extends Number, P extends Point> Map<X, P> over(
      List<X> numbers, Function<X, P> point) {
    Map<X, P> byX = new LinkedHashMap<>();
    numbers.forEach(x -> byX.put(x, point.apply(x)));
    return byX;
  }

  /** A figure of a side of a point. */
  public static Ref ref(Point point, String side, Metric metric) {
    return new Ref(point.key(), side, metric);
  }

  /** The same of the point at a number, where an experiment has that point. */
  public static <X extends Number> Ref at(
      Map<X, ? extends Point> byX, X x, String side, Metric metric) {
    Point point = byX.get(x);
    return new Ref(point == null ? "not at this scale" : point.key(), side, metric);
  }

  /** The last number, which is the greatest. */
  public static <X extends Number> X last(Map<X, ? extends Point> byX) {
    return byX.keySet().stream().reduce((before, after) -> after).orElseThrow();
  }

  /** A side with a mark at each number. */
  public static Series line(
      String name, Map<? extends Number, ? extends Point> byX, String side, Metric metric) {
    return new Series(
        name,
        byX.entrySet().stream()
            .map(
                at ->
                    Mark.at(
                        at.getKey().doubleValue(),
                        String.valueOf(at.getKey()),
                        ref(at.getValue(), side, metric)))
            .toList());
  }

  /** Lines of some sides, each under its own name. */
  public static Panel lines(
      String title,
      String x,
      String y,
      Map<? extends Number, ? extends Point> byX,
      List<String> sides,
      Metric metric,
      double yScale) {
    return new Panel(
        title,
        Kind.LINES,
        x,
        y,
        yScale,
        sides.stream().map(side -> line(side, byX, side, metric)).toList());
  }

  /**
   * Some sides over some others, at some of the numbers.
   *
   * @param name what a side is called
   */
  public static <X extends Number> List<Ratio> compared(
      Map<X, ? extends Point> byX,
      List<X> numbers,
      List<String> sides,
      List<String> bases,
      Metric metric,
      UnaryOperator<String> name) {
    List<Ratio> compared = new ArrayList<>();
    for (X x : numbers) {
      for (String side : sides) {
        for (String base : bases) {
          compared.add(
              new Ratio(
                  name.apply(side) + " over " + name.apply(base) + " at " + x,
                  at(byX, x, side, metric),
                  at(byX, x, base, metric)));
        }
      }
    }
    return compared;
  }
}
