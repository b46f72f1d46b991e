package dev.yardmaster.benchmarks.workload.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The violations of consistency conditions that a check has found. For each condition it holds the
 * first violating place and the number of places.
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

  /** Creates the violations of a check that has found none. */
  public ConsistencyViolations() {}

  /** Adds a violation if two figures at one place are not equal. */
  public void expectEqual(
      String condition, String place, String figure, long value, String other, long otherValue) {
    if (value != otherValue) {
      add(condition, place + ", " + figure + "=" + value + ", " + other + "=" + otherValue);
    }
  }

  /** Adds a place at which a condition is broken. */
  public void add(String condition, String text) {
    Finding before = byCondition.get(condition);
    if (before == null) {
      byCondition.put(condition, new Finding(text));
    } else {
      before.count++;
    }
  }

  /** Returns a line for each condition. */
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
