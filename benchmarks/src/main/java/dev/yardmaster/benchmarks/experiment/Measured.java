package dev.yardmaster.benchmarks.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a point came to.
 *
 * @param sides by label and by name of the figure, the value of each repeat
 * @param findings a line for every round whose data was not as it must be
 */
public record Measured(Map<String, Map<String, List<Double>>> sides, List<String> findings) {

  /** Copies all. */
  public Measured {
    Map<String, Map<String, List<Double>>> copied = new LinkedHashMap<>();
    sides.forEach(
        (side, figures) -> {
          Map<String, List<Double>> values = new LinkedHashMap<>();
          figures.forEach((name, repeats) -> values.put(name, List.copyOf(repeats)));
          copied.put(side, values);
        });
    sides = copied;
    findings = List.copyOf(findings);
  }

  /** The values of a side's figure, one for each repeat; none if there is no such figure. */
  List<Double> values(String side, String metric) {
    return sides.getOrDefault(side, Map.of()).getOrDefault(metric, List.of());
  }
}
