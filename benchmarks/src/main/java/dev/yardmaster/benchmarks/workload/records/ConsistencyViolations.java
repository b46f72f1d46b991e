package dev.yardmaster.benchmarks.workload.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The violations of consistency conditions that a check has found. For each broken condition, the
 * object holds a description of the first violation, and the number of violations.
 */
public final class ConsistencyViolations {

  private final Map<String, Finding> byCondition = new LinkedHashMap<>();

  private static final class Finding {
    private final String first;
    private int count = 1;

    Finding(String first) {
      this.first = first;
    }
  }

  /** Creates an empty list of violations. */
  public ConsistencyViolations() {}

  /** Adds a violation if two values that must be equal differ. */
  public void expectEqual(
      String condition, String place, String figure, long value, String other, long otherValue) {
    if (value != otherValue) {
      add(condition, place + ", " + figure + "=" + value + ", " + other + "=" + otherValue);
    }
  }

  /** Adds a violation of a condition. */
  public void add(String condition, String text) {
    Finding before = byCondition.get(condition);
    if (before == null) {
      byCondition.put(condition, new Finding(text));
    } else {
      before.count++;
    }
  }

  /** Returns a line for each broken condition. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    byCondition.forEach(
        (condition, finding) ->
            lines.add(
                condition
                    + " is broken: "
                    + finding.first
                    + (finding.count == 1 ? "" : " (places=" + finding.count + ")")));
    return lines;
  }
}
