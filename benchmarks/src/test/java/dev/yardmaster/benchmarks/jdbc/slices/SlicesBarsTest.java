package dev.yardmaster.benchmarks.jdbc.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlicesBarsTest {

  private static Row row(
      String label, int connections, List<Double> perSecond, double aborts, double p99) {
    return Made.row(
        label,
        Map.of("connections", connections),
        Map.of(
            "committedPerSecond", perSecond,
            "abortsPerCommit", List.of(aborts, aborts, aborts),
            "p99Us", List.of(p99, p99, p99)),
        List.of());
  }

  private static Results cell(int connections, double aborts, double gain, double p99) {
    return new Results(
        "cell",
        List.of(
            row("plain", connections, List.of(100.0, 200.0, 400.0), aborts, 1_000),
            row(
                "drop-in",
                connections,
                List.of(100 * gain, 200 * gain, 400 * gain),
                0,
                1_000 * p99)),
        List.of(),
        false);
  }

  @ParameterizedTest
  @CsvSource({
    "16, 0.3, 0.97, true",
    "16, 0.3, 0.96, false",
    "64, 0, 0.98, true",
    "16, 0.31, 1.49, false",
    "16, 0.31, 1.5, true",
    "64, 0.31, 2.49, false",
    "64, 0.31, 2.5, true"
  })
  void theDropInMustGainWherePlainConnectionsAbortOften(
      int connections, double aborts, double gain, boolean isMet) {
    Results cell = cell(connections, aborts, gain, 1);
    Claim committed = SlicesBars.of(cell).get(0);
    assertEquals(isMet, committed.judge(Measurements.of(List.of(cell))).isMet(), committed.words());
    assertEquals(aborts > 0.3, committed.words().contains("plain aborts"), committed.words());
  }

  @ParameterizedTest
  @CsvSource({"0, 1.05, true", "0, 1.06, false", "0.5, 1.06, false"})
  void theP99IsAtMostFivePercentHigher(double aborts, double p99, boolean isMet) {
    Results cell = cell(16, aborts, 2, p99);
    assertEquals(isMet, SlicesBars.of(cell).get(1).judge(Measurements.of(List.of(cell))).isMet());
  }

  @Test
  void thePlanHasEveryCombination() {
    SlicesPlan plan =
        new SlicesPlan(
            List.of(SlicedWorkload.values()),
            List.of(true, false),
            List.of(2, 16, 64),
            List.of(0.0, 0.9, 1.2),
            List.of(PoolKind.values()),
            null,
            1_000,
            1_000,
            1,
            0,
            1,
            1,
            1);
    List<String> labels = plan.cells().stream().map(Cell::label).toList();
    assertEquals(72, labels.stream().distinct().count());
    assertTrue(
        labels.contains("ycsb, forced writes off, 2 connections, uniform, hikari"),
        labels.toString());
    assertTrue(
        labels.contains("smallbank, forced writes on, 64 connections, skew 1.2"),
        labels.toString());
  }
}
