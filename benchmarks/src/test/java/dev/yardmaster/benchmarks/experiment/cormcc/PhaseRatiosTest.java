package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.engine.ChangingLoad;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the ratios to single protocols in each phase, computed from given numbers of commits. */
class PhaseRatiosTest {

  private static final List<String> SINGLES = List.of("a", "b");

  private static ChangingLoad load() {
    YcsbSettings first =
        YcsbSettings.of(1_000, YcsbMix.rmw(80), 0, 42)
            .withPartitions(new YcsbPartitions(2, 0, 100, 0));
    EngineRuns runs = new EngineRuns(new Parallelism(2, true), 0.002, 0, 1, 42);
    return new ChangingLoad(
        runs.point("", Ycsb.redrawn(first, 2), List.of("silo"), 1).contenders().get(0).setup());
  }

  /**
   * Returns a side with two phases and two repeats, and the given number of commits per second in
   * each phase and repeat. In the first half of a phase the number is a fifth lower, in the second
   * half a fifth higher.
   */
  private static Row row(String label, List<Double> first, List<Double> second) {
    Map<String, Measured> figures = new LinkedHashMap<>();
    for (int tick = 0; tick < 8; tick++) {
      List<Double> phase = tick < 4 ? first : second;
      double part = tick % 4 < 2 ? 0.8 : 1.2;
      List<Double> repeats = phase.stream().map(each -> part * each).toList();
      figures.put(Metric.tick(tick).name(), new Measured(Metric.tick(tick), repeats));
    }
    return new Row(label, Map.of(), figures, List.of(), List.of(), List.of());
  }

  @Test
  void eachPhaseCountsAsAWhole() {
    Results measured =
        new Results(
            "",
            List.of(
                row("mixed", List.of(120.0, 90.0), List.of(240.0, 300.0)),
                row("a", List.of(100.0, 100.0), List.of(50.0, 60.0)),
                row("b", List.of(80.0, 100.0), List.of(250.0, 60.0))),
            List.of(),
            false);
    Row of = new PhaseRatios(load(), "mixed", SINGLES).add(measured).row("mixed").orElseThrow();
    assertEquals(0.96, of.value(PhaseRatios.MIN_OVER_BEST, 0), 1e-9);
    assertEquals(0.90, of.value(PhaseRatios.MIN_OVER_BEST, 1), 1e-9);
    assertEquals(240.0 / 50, of.value(PhaseRatios.MAX_OVER_WORST, 0), 1e-9);
    assertEquals(300.0 / 60, of.value(PhaseRatios.MAX_OVER_WORST, 1), 1e-9);
    assertEquals(1, of.value(PhaseRatios.ABOVE_MEAN, 0), "120 / 90 and 240 / 150");
    assertEquals(0.5, of.value(PhaseRatios.ABOVE_MEAN, 1), "90 / 100 and 300 / 60");
    assertEquals(120.0 / 90, of.value(Metric.ratio("overMean0"), 0), 1e-9);
  }
}
