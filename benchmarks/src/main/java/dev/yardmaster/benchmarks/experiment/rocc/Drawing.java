package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Mark;
import dev.yardmaster.benchmarks.experiment.Panel;
import dev.yardmaster.benchmarks.experiment.Panel.Kind;
import dev.yardmaster.benchmarks.experiment.Ref;
import dev.yardmaster.benchmarks.experiment.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What the ROCC paper's figures have in common: their axes, and points over an axis. Pure. */
final class Drawing {

  /** The paper's skews, theta of Zipf's law. */
  static final List<Double> SKEWS = List.of(0.0, 0.7, 0.88, 1.04);

  static final List<String> SKEW_NAMES = List.of("no", "low", "medium", "high");
  static final double MEDIUM_SKEW = 0.88;
  static final double HIGH_SKEW = 1.04;
  static final String THROUGHPUT = "committed scan transactions/s";
  static final String LATENCY = "mean latency of scan transactions (us)";
  static final String ABORTS = "aborted attempts of scan transactions (%)";
  static final String VALIDATED = "items looked at to validate a scan";
  static final String SCAN_LENGTH = "scan length (keys)";

  private Drawing() {}

  /** A series for each side, with a mark for each point. */
  private static List<Series> bySide(
      List<String> sides, Map<Integer, EnginePoint> byX, String metric) {
    return sides.stream().map(side -> line(side, side, byX, metric)).toList();
  }

  private static Series line(
      String name, String side, Map<Integer, EnginePoint> byX, String metric) {
    return new Series(
        name,
        byX.entrySet().stream()
            .map(
                at ->
                    Mark.at(
                        at.getKey(),
                        String.valueOf(at.getKey()),
                        new Ref(at.getValue().key(), side, metric)))
            .toList());
  }

  static Map<Integer, EnginePoint> over(
      List<Integer> values, Function<Integer, EnginePoint> point) {
    Map<Integer, EnginePoint> byX = new LinkedHashMap<>();
    values.forEach(x -> byX.put(x, point.apply(x)));
    return byX;
  }

  static Ref ref(EnginePoint point, String side, String metric) {
    return new Ref(point.key(), side, metric);
  }

  /** One side over another at the same point, where an experiment has that point. */
  static Ref at(Map<Integer, EnginePoint> byX, int x, String side, String metric) {
    EnginePoint point = byX.get(x);
    return new Ref(point == null ? "not at this scale" : point.key(), side, metric);
  }

  static int last(Map<Integer, EnginePoint> byX) {
    return byX.keySet().stream().reduce((before, after) -> after).orElseThrow();
  }

  static Panel lines(
      String title,
      String x,
      String y,
      Map<Integer, EnginePoint> byX,
      List<String> sides,
      String metric,
      double yScale) {
    return new Panel(title, Kind.LINES, x, y, yScale, bySide(sides, byX, metric));
  }

  static List<Mark> bySkew(List<EnginePoint> bySkew, String side, String metric, String base) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < SKEWS.size(); i++) {
      Ref value = ref(bySkew.get(i), side, metric);
      marks.add(
          new Mark(
              SKEWS.get(i),
              SKEW_NAMES.get(i) + " (" + SKEWS.get(i) + ")",
              value,
              base == null ? null : value.of(base)));
    }
    return marks;
  }
}
