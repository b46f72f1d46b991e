package dev.yardmaster.benchmarks.experiment.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.workload.micro.ChangingMicro;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Tests the division of the results by skew, and a whole measurement of two settings. */
class ChangingSkewPointTest {

  private static ChangingSkewPoint point() {
    Map<String, PipelineConfig> settings = new LinkedHashMap<>();
    PipelineConfig.Builder fixed =
        PipelineConfig.builder().threads(ThreadLayout.SHARED).concurrency(50).tuned(false);
    settings.put("tuned", fixed.build().toBuilder().tuned(true).build());
    settings.put("a", fixed.build());
    settings.put("b", fixed.batchSize(10).build());
    return new ChangingSkewPoint(
        "threads",
        settings,
        () -> new ChangingMicro(List.of(new Micro(500, 0, 7), new Micro(500, 1.2, 7))),
        List.of(0.0, 1.2),
        new PipelinePoint.Rounds(0.04, 0.002, 1, 0.1));
  }

  /** Returns the row of a fixed setting; each list has a value for each repeat. */
  private static Row row(String label, List<List<Double>> fixed, List<List<Double>> tuned) {
    Map<String, Measured> figures = new LinkedHashMap<>();
    for (int phase = 0; phase < 2; phase++) {
      Metric first = TurnsSide.committed(phase, 0);
      Metric second = TurnsSide.committed(phase, 1);
      figures.put(first.name(), new Measured(first, fixed.get(phase)));
      figures.put(second.name(), new Measured(second, tuned.get(phase)));
    }
    return new Row(label, Map.of(), figures, List.of(), List.of(label + " is broken"), List.of());
  }

  private static List<Double> committed(Results results, String setting, double skew) {
    return results
        .row(ChangingSkewPoint.label(setting, skew))
        .orElseThrow()
        .figures()
        .get(Metric.COMMITTED.name())
        .repeats();
  }

  @Test
  void theBestSettingOfASkewIsTheOneWithTheLowestMedianRatio() {
    Results measured =
        new Results(
            "threads",
            List.of(
                row(
                    "a",
                    List.of(List.of(100.0, 50.0, 100.0), List.of(40.0, 41.0, 42.0)),
                    List.of(List.of(90.0, 60.0, 110.0), List.of(80.0, 81.0, 82.0))),
                row(
                    "b",
                    List.of(List.of(200.0, 100.0, 50.0), List.of(60.0, 61.0, 62.0)),
                    List.of(List.of(100.0, 120.0, 60.0), List.of(63.0, 64.0, 65.0)))),
            List.of("a is broken", "b is broken"),
            false);
    Results bySkew = point().bySkew(measured);
    // Without skew, the ratios are 0.9, 1.2 and 1.1 relative to a, and 0.5, 1.2 and 1.2 relative to
    // b.
    assertEquals(List.of(100.0, 50.0, 100.0), committed(bySkew, ChangingSkewPoint.BEST, 0));
    assertEquals(List.of(90.0, 60.0, 110.0), committed(bySkew, "tuned", 0));
    assertEquals(List.of(200.0, 100.0, 50.0), committed(bySkew, "b", 0));
    assertEquals(List.of(60.0, 61.0, 62.0), committed(bySkew, ChangingSkewPoint.BEST, 1.2));
    assertEquals(List.of(63.0, 64.0, 65.0), committed(bySkew, "tuned", 1.2));
    assertEquals(List.of(40.0, 41.0, 42.0), committed(bySkew, "a", 1.2));
    assertEquals(List.of("a is broken", "b is broken"), bySkew.findings());
    assertEquals(
        List.of("a is broken"),
        bySkew.row(ChangingSkewPoint.label("tuned", 0)).orElseThrow().findings());
  }

  @Test
  void eachFixedSettingTakesTurnsWithTheSelfTuningPipeline() {
    ChangingSkewPoint point = point();
    List<TurnsSide> turns = point.turns(SystemNanoClock.INSTANCE);
    assertEquals(List.of("a", "b"), turns.stream().map(TurnsSide::label).toList());
    for (TurnsSide side : turns) {
      assertEquals(
          List.of(point.settings().get(side.label()), point.settings().get("tuned")),
          side.configs());
      assertEquals(2_000_000, side.warmUpNs());
    }
  }

  @Test
  void everySideIsMeasured() throws InterruptedException {
    Results results = point().measure(SystemNanoClock.INSTANCE, status -> {});
    assertEquals(
        new HashSet<>(point().sides()),
        results.rows().stream().map(Row::label).collect(Collectors.toSet()));
    assertEquals(point().sides().size(), results.rows().size());
    for (Row row : results.rows()) {
      assertEquals(1, row.spread(Metric.COMMITTED).stream().filter(all -> all.min() > 0).count());
    }
    assertEquals(List.of(), results.findings());
  }
}
