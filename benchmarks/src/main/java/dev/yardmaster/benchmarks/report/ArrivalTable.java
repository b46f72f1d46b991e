package dev.yardmaster.benchmarks.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.yardmaster.benchmarks.run.ArrivalFigures;
import dev.yardmaster.server.cli.Table;
import java.util.List;
import java.util.Map;

/** What became of transactions that come by a clock. */
final class ArrivalTable {

  private ArrivalTable() {}

  /** A row for each side; sides without figures are left out. */
  static Table of(Map<String, ArrivalFigures> sides) {
    return new Table(
        "Arrivals per second: due, answered, dropped because too many were outstanding, refused by"
            + " the service",
        List.of("side", "due", "answered", "dropped", "refused", "service"),
        sides.entrySet().stream()
            .filter(side -> side.getValue() != null)
            .map(side -> row(side.getKey(), side.getValue()))
            .toList());
  }

  private static List<String> row(String label, ArrivalFigures figures) {
    return List.of(
        label,
        ResultTables.whole(figures.offeredPerSecond()),
        ResultTables.whole(figures.answeredPerSecond()),
        ResultTables.whole(figures.droppedPerSecond()),
        ResultTables.whole(figures.refusedPerSecond()),
        figures.keptUp() ? "kept up" : "COULD NOT KEEP UP");
  }

  /** Nothing for a closed loop. */
  static void put(ObjectNode node, ArrivalFigures figures) {
    if (figures != null) {
      node.put("offeredPerSecond", figures.offeredPerSecond());
      node.put("answeredOfOfferedPerSecond", figures.answeredPerSecond());
      node.put("droppedPerSecond", figures.droppedPerSecond());
      node.put("refusedPerSecond", figures.refusedPerSecond());
      node.put("keptUp", figures.keptUp());
    }
  }
}
