package dev.yardmaster.benchmarks.measure;

import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes results of comparisons for tests. */
public final class Made {

  private Made() {}

  /**
   * Returns results of sides. The figures of a side are given by their names, with a value for each
   * repeat.
   */
  public static Results results(
      String at, Map<String, Map<String, List<Double>>> sides, String... findings) {
    List<Row> rows = new ArrayList<>();
    sides.forEach((label, figures) -> rows.add(row(label, Map.of(), figures, List.of(findings))));
    return new Results(at, rows, List.of(findings), false);
  }

  /** Returns the row of one side, whose figures are given by their names. */
  public static Row row(
      String label,
      Map<String, Object> settings,
      Map<String, List<Double>> figures,
      List<String> findings) {
    Map<String, Measured> measured = new LinkedHashMap<>();
    figures.forEach(
        (name, values) ->
            measured.put(
                name,
                new Measured(
                    Metric.of(name, "1", Metric.Better.HIGHER, Metric.Shown.BY_SIZE), values)));
    return new Row(label, settings, measured, List.of(), findings, List.of());
  }
}
