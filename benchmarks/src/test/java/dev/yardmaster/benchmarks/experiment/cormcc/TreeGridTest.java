package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import dev.yardmaster.server.cli.FigureTable;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Tests the grid of loads, which is measured at a tiny scale. */
class TreeGridTest {

  private static final CormccScale TINY =
      new CormccScale(
          4,
          2_000,
          10,
          100,
          new EngineRounds(2, 0.02, 0, 0.001, 0.0005, 1),
          List.of(0),
          List.of(0.0),
          1,
          1,
          List.of(0.0));

  @Test
  void theWholeGridHasAllCombinations() {
    List<Point> points = new TreeGrid(TINY, false, 42).figure().points();
    assertEquals(72, points.stream().map(Point::key).distinct().count());
  }

  @Test
  void aMeasuredGridTrainsATree() throws InterruptedException {
    TreeGrid grid = new TreeGrid(TINY, true, 42);
    Measurements measured = new Measurements();
    for (Point point : grid.figure().points()) {
      Results results = point.measure(SystemNanoClock.INSTANCE, status -> {});
      assertEquals(List.of(), results.findings(), point.key());
      double[] features = SampledFeatures.of(results.row("silo").orElseThrow());
      boolean isCross = point.key().contains("cross=4 ");
      assertEquals(isCross ? 1 : 0, features[0], point.key());
      assertEquals(0.5, features[1], 0.1, "read share: " + point.key());
      assertEquals(isCross ? 7.5 : 15, features[3], 0.6, "accesses: " + point.key());
      measured.put(results);
    }
    String text = grid.tree(measured);
    DecisionTree tree = DecisionTree.parse(text);
    assertEquals("partcc", tree.classify(new double[] {0, 0.5, 0.01, 15}), text);
    assertTrue(!tree.classify(new double[] {1, 0.5, 0.01, 7.5}).equals("partcc"), text);
    FigureTable losses = grid.losses(text, measured);
    assertEquals(5, losses.rows().size());
    assertTrue(losses.title().endsWith("; 4 loads"), losses.title());
  }
}
