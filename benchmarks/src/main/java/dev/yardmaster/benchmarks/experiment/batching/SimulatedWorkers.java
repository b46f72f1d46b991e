package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.reorder.Solver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The simulated half of Figures 20 to 22: one to four reorder workers where every agent has a
 * virtual core, with the paper's solver and with ours.
 */
final class SimulatedWorkers {

  private static final List<String> SIDES = List.of("w1", "w2", "w3", "w4");
  private static final String REASON =
      "Simulated: a core for each agent, costs by a model that was measured. A batch is closed as"
          + " soon as a reorder worker has nothing to do, and coordinators and storage have one core"
          + " each whatever the workers.";

  private final BatchingScale scale;
  private final Map<Solver, Map<Double, VirtualPoint>> bySolver = new LinkedHashMap<>();

  SimulatedWorkers(BatchingScale scale, VirtualPoints points) {
    this.scale = scale;
    for (Solver solver : List.of(Solver.SORT, Solver.OPTIMAL)) {
      bySolver.put(solver, Drawing.over(scale.skews(), skew -> points.workers(skew, solver)));
    }
  }

  /**
   * Adds points, panels and the paper's claim to a figure of threads.
   *
   * @param claim the paper's words
   * @param paper its number
   */
  Figure addTo(Figure figure, Metric metric, String y, String claim, double paper) {
    List<Point> points = new ArrayList<>(figure.points());
    List<Panel> panels = new ArrayList<>(figure.panels());
    List<Claim> claims = new ArrayList<>(figure.claims());
    bySolver.forEach(
        (solver, bySkew) -> {
          points.addAll(bySkew.values());
          panels.add(panel(solver, bySkew, metric, y));
        });
    claims.add(
        Claim.upTo(
                "simulated: " + claim,
                paper,
                Drawing.compared(
                    bySolver.get(Solver.SORT),
                    BatchingScale.ofPaper(scale.skews()),
                    List.of("w4"),
                    List.of("w1"),
                    metric,
                    UnaryOperator.identity()))
            .because(REASON));
    return new Figure(
        figure.id(),
        figure.heading(),
        figure.title(),
        figure.setting() + "; and on virtual cores, one for each agent",
        points,
        panels,
        claims,
        figure.facts());
  }

  private static Panel panel(
      Solver solver, Map<Double, VirtualPoint> bySkew, Metric metric, String y) {
    List<Series> series =
        SIDES.stream().map(side -> Drawing.line(side, bySkew, side, metric)).toList();
    return new Panel(
        "simulated, solver " + solver.optionName(),
        metric.equals(Metric.COMMITTED) ? Kind.LINES : Kind.LOG_HEIGHTS,
        ThreeFigures.SKEW,
        y,
        1,
        series);
  }
}
