package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.yardmaster.benchmarks.jdbc.JdbcComparison.Found;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JdbcBarsTest {

  private static Row row(String label, String logic, double perSecond, double aborts, double p99) {
    return Made.row(
        label,
        Map.of("logic", logic),
        Map.of(
            "committedPerSecond", List.of(perSecond),
            "abortsPerCommit", List.of(aborts),
            "p99Us", List.of(p99)),
        List.of());
  }

  private static Found results(double skew, int connections, Row... rows) {
    return new Found(
        skew, connections, List.of(), new Results("at", List.of(rows), List.of(), false));
  }

  private static List<String> lines(Found found, boolean forcedWrites) {
    Measurements measurements = Measurements.of(List.of(found.results()));
    return JdbcBars.of(found, forcedWrites).stream()
        .map(
            bar ->
                bar.words().replaceFirst(",.*", "")
                    + (bar.direction() == Claim.Direction.AT_LEAST ? " at least " : " at most ")
                    + bar.bar()
                    + (bar.judge(measurements).isMet() ? ": met" : ": missed"))
        .toList();
  }

  @Test
  void interactiveLogicGainsMostUnderContention() {
    Found results =
        results(
            1.2,
            16,
            row("nobatch", "interactive", 1_000, 0.5, 1_000),
            row("reorder", "interactive", 3_100, 0.06, 290),
            row("cap", "interactive", 3_200, 0.2, 500),
            row("drop-in", "interactive", 1_500, 0.1, 500));
    assertEquals(
        List.of(
            "committed/s of reorder to nobatch at least 3.0: met",
            "aborts of reorder to nobatch at most 0.1: missed",
            "p99 of reorder to nobatch at most 0.3: met",
            "committed/s of reorder to cap at least 1.0: missed",
            "committed/s of drop-in to nobatch at least 1.5: met",
            "aborts of drop-in to nobatch at most 0.3: met"),
        lines(results, true));
  }

  @Test
  void lessContentionLeavesLessToGain() {
    Found results =
        results(
            0.9,
            16,
            row("nobatch", "interactive", 1_000, 0.04, 1_000),
            row("reorder", "interactive", 1_300, 0.004, 290),
            row("batch", "interactive", 1_310, 0.02, 500));
    assertEquals(
        List.of(
            "committed/s of reorder to nobatch at least 1.2: met",
            "aborts of reorder to nobatch at most 0.2: met",
            "committed/s of reorder to batch at least 0.97: met"),
        lines(results, true));
  }

  @Test
  void ofFunctionCallsWithoutForcedWritesOnlyNoLossIsAsked() {
    Found results =
        results(
            1.2,
            16,
            row("nobatch-procedure", "procedure", 1_000, 0.5, 1_000),
            row("reorder", "procedure", 980, 0.2, 290));
    assertEquals(
        List.of("committed/s of reorder to nobatch-procedure at least 0.97: met"),
        lines(results, false));
    assertEquals(
        List.of(
            "committed/s of reorder to nobatch-procedure at least 1.2: missed",
            "aborts of reorder to nobatch-procedure at most 0.2: missed"),
        lines(results, true));
  }

  @Test
  void baselinesAloneHaveNoBars() {
    assertFalse(
        JdbcBars.of(results(1.2, 16, row("nobatch", "interactive", 1, 1, 1)), true)
            .iterator()
            .hasNext());
  }
}
