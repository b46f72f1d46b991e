package dev.yardmaster.benchmarks.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the fields that all JSON reports have in common. */
final class JsonReports {

  private JsonReports() {}

  static JsonNode side(JsonNode report, int index) {
    return report.get("sides").get(index);
  }

  static JsonNode side(JsonNode report, String at, String label) {
    for (JsonNode side : report.get("sides")) {
      if (side.get("at").asText().equals(at) && side.get("side").asText().equals(label)) {
        return side;
      }
    }
    throw new AssertionError("no side " + label + " at '" + at + "': " + report);
  }

  /** Returns the labels of the sides of a comparison. */
  static List<String> labels(JsonNode report, String at) {
    List<String> labels = new ArrayList<>();
    for (JsonNode side : report.get("sides")) {
      if (side.get("at").asText().equals(at)) {
        labels.add(side.get("side").asText());
      }
    }
    return labels;
  }

  static JsonNode metric(JsonNode side, String name) {
    assertTrue(side.get("metrics").has(name), name + " is not in " + side);
    return side.get("metrics").get(name);
  }

  static double median(JsonNode side, String name) {
    return metric(side, name).get("median").asDouble();
  }

  static double repeat(JsonNode side, String name, int repeat) {
    return metric(side, name).get("repeats").get(repeat).asDouble();
  }

  /** Returns the report without the results of one point. */
  static JsonNode without(ObjectNode report, String at) {
    ObjectNode brokenOff = report.deepCopy();
    ArrayNode sides = brokenOff.putArray("sides");
    for (JsonNode side : report.get("sides")) {
      if (!side.get("at").asText().equals(at)) {
        sides.add(side);
      }
    }
    return brokenOff;
  }

  /**
   * Requires that a report has all sides of another report, unchanged, except the sides of one
   * point.
   */
  static void requireSame(JsonNode report, JsonNode other, String except) {
    for (JsonNode side : report.get("sides")) {
      String at = side.get("at").asText();
      if (!at.equals(except)) {
        JsonNode again = side(other, at, side.get("side").asText());
        assertEquals(side.get("metrics"), again.get("metrics"), at);
      }
    }
  }

  /** Returns the number of repeats of all metrics of all sides. */
  static int repeats(JsonNode report) {
    int repeats = 0;
    for (JsonNode side : report.get("sides")) {
      for (JsonNode metric : side.get("metrics")) {
        repeats += metric.get("repeats").size();
      }
    }
    return repeats;
  }

  /** Returns whether all checks of a side passed. */
  static boolean isSound(JsonNode side) {
    return side.get("findings").isEmpty();
  }
}
