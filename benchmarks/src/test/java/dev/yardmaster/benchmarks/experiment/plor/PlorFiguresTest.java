package dev.yardmaster.benchmarks.experiment.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Ratio;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks that the paper's figures refer only to existing points. */
class PlorFiguresTest extends EngineFiguresContract {

  private static List<Figure> figures(PlorScale scale) {
    return new PlorFigures(scale, 42).of(PlorFigures.IDS);
  }

  @Override
  protected List<Figure> all(boolean quick) {
    return figures(quick ? PlorScale.QUICK : PlorScale.FULL);
  }

  @Test
  void shortIntervalsAreJudgedByALowerPercentile() {
    assertEquals("p999Us", PlorScale.FULL.tail().name());
    assertEquals("p99Us", PlorScale.QUICK.tail().name());
  }

  @Test
  void pointsOfOurBarsRunSeveralRounds() {
    Map<String, Integer> repeats = new HashMap<>();
    for (Figure figure : figures(PlorScale.FULL)) {
      figure
          .points()
          .forEach(point -> repeats.put(point.key(), setup((EnginePoint) point).repeats()));
    }
    String growth = "";
    for (Figure figure : new PlorFigures(PlorScale.FULL, 42).of(List.of("6", "10", "13"))) {
      for (Claim claim : figure.claims()) {
        for (Ratio ratio : claim.compared()) {
          assertTrue(repeats.get(ratio.figure().point()) >= 3, claim.words());
          assertTrue(repeats.get(ratio.base().point()) >= 3, claim.words());
          growth = ratio.over() == null ? growth : claim.words();
        }
      }
    }
    assertTrue(growth.contains("as much as Silo's"), growth);
    assertTrue(repeats.containsValue(1), "points without bars run one round");
  }

  @Test
  void allAccessesOfInteractiveTransactionsAreDelayed() {
    Map<String, Integer> points = new HashMap<>();
    for (Figure figure : new PlorFigures(PlorScale.FULL, 42).of(List.of("8"))) {
      figure
          .points()
          .forEach(
              point -> {
                EngineSetup setup = setup((EnginePoint) point);
                assertTrue(setup.delayNs() > 0, point.key());
                points.merge(setup.workload().name(), 1, Integer::sum);
              });
    }
    int ofYcsb = 1 + PlorScale.FULL.fewWorkers().size(); // one point has threads
    int ofTpcc = PlorScale.FULL.tpccWorkers().size();
    assertEquals(Map.of("ycsb-a", ofYcsb, "tpcc", ofTpcc), points);
  }

  private static EngineSetup setup(EnginePoint point) {
    return point.contenders().get(0).setup();
  }
}
