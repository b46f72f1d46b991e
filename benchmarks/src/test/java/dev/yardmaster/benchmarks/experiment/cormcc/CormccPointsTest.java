package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Computes the ratios of Figures 15 and 16 from given numbers of commits in two repeats. */
class CormccPointsTest {

  private static Row row(String label, Metric metric, double first, double second) {
    Map<String, Measured> figures = new LinkedHashMap<>();
    figures.put(metric.name(), new Measured(metric, List.of(first, second)));
    return new Row(label, Map.of(), figures, List.of(), List.of(), List.of());
  }

  private static Row committed(String label, double first, double second) {
    return row(label, Metric.COMMITTED, first, second);
  }

  private static Row of(Results results, String label) {
    return results.row(label).orElseThrow();
  }

  /**
   * The mix puts 10 of the 32 partitions under each of the first two protocols, and 12 under the
   * last.
   */
  @Test
  void eachProtocolWeighsAsMuchAsItsPartitions() {
    String mix = "cormcc=silo*10/no-wait*10/partcc";
    Results measured =
        new Results(
            "",
            List.of(
                committed(mix, 205, 100),
                committed("silo", 320, 100),
                committed("no-wait", 160, 100),
                committed("partcc", 80, 200)),
            List.of(),
            false);
    Row ratios = of(CormccPoints.overWeightedMean(measured, mix), mix);
    assertEquals(
        205.0 / (100 + 50 + 30), ratios.value(CormccPoints.OVER_WEIGHTED_MEAN, 0), 1e-9, "first");
    assertEquals(
        100.0 / (62.5 + 75), ratios.value(CormccPoints.OVER_WEIGHTED_MEAN, 1), 1e-9, "second");
  }

  @Test
  void aSwitchIsComparedWithTheSlowerOneOfItsProtocols() {
    String mediated = "cormcc=silo>no-wait";
    String stopping = "cormcc=silo>>no-wait";
    Results measured =
        new Results(
            "",
            List.of(
                committed("silo", 100, 80),
                committed("no-wait", 50, 90),
                row(mediated, EngineRoundMetrics.WHILE_SWITCHING, 45, 76),
                row(stopping, EngineRoundMetrics.WHILE_SWITCHING, 5, 8)),
            List.of(),
            false);
    Results ratios = CormccPoints.overSlower(measured, List.of(mediated, stopping));
    assertEquals(0.9, of(ratios, mediated).value(CormccPoints.OVER_SLOWER, 0), 1e-9);
    assertEquals(0.95, of(ratios, mediated).value(CormccPoints.OVER_SLOWER, 1), 1e-9);
    assertEquals(0.1, of(ratios, stopping).value(CormccPoints.OVER_SLOWER, 0), 1e-9);
    assertEquals(0.1, of(ratios, stopping).value(CormccPoints.OVER_SLOWER, 1), 1e-9);
  }
}
