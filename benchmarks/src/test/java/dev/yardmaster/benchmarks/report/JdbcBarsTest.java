package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.yardmaster.benchmarks.jdbc.JdbcFigures;
import dev.yardmaster.benchmarks.jdbc.JdbcResults;
import dev.yardmaster.benchmarks.jdbc.JdbcResults.Row;
import dev.yardmaster.benchmarks.wire.LatencyUs;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdbcBarsTest {

  private static Row row(String label, String logic, double perSecond, double aborts, double p99) {
    return new Row(
        label,
        logic,
        List.of(
            new JdbcFigures(
                perSecond, 0, aborts, 0, 1, new LatencyUs(1, 1, 1, p99, p99, p99), 1, 1, true)));
  }

  private static JdbcResults results(double skew, int connections, Row... rows) {
    return new JdbcResults(skew, connections, List.of(rows), List.of(), 0);
  }

  private static List<String> lines(List<Bar> bars) {
    return bars.stream()
        .map(
            bar ->
                bar.figure().replaceFirst(",.*", "")
                    + " "
                    + bar.bar()
                    + (bar.isMet() ? ": met" : ": missed"))
        .toList();
  }

  @Test
  void interactiveLogicGainsMostUnderContention() {
    JdbcResults results =
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
        lines(JdbcBars.of(results, true)));
  }

  @Test
  void lessContentionLeavesLessToGain() {
    JdbcResults results =
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
        lines(JdbcBars.of(results, true)));
  }

  @Test
  void ofFunctionCallsWithoutForcedWritesOnlyNoLossIsAsked() {
    JdbcResults results =
        results(
            1.2,
            16,
            row("nobatch-procedure", "procedure", 1_000, 0.5, 1_000),
            row("reorder", "procedure", 980, 0.2, 290));
    assertEquals(
        List.of("committed/s of reorder to nobatch-procedure at least 0.97: met"),
        lines(JdbcBars.of(results, false)));
    assertEquals(
        List.of(
            "committed/s of reorder to nobatch-procedure at least 1.2: missed",
            "aborts of reorder to nobatch-procedure at most 0.2: missed"),
        lines(JdbcBars.of(results, true)));
  }

  @Test
  void baselinesAloneHaveNoBars() {
    assertFalse(
        JdbcBars.of(results(1.2, 16, row("nobatch", "interactive", 1, 1, 1)), true)
            .iterator()
            .hasNext());
  }
}
