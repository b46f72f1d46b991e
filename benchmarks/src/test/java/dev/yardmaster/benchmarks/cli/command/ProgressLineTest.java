package dev.yardmaster.benchmarks.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private final StringWriter out = new StringWriter();
  private long nowNs;

  @Test
  void aTerminalsLineIsRewrittenAndCleared() {
    try (ProgressLine line = new ProgressLine(new PrintWriter(out), true, () -> nowNs)) {
      nowNs = 200_000_000;
      line.report(new ComparisonStatus("srvc", Stage.RECORDING, 2, 5, 83.2, 12_345));
      line.report(new ComparisonStatus("srvc", Stage.RECORDING, 2, 5, 83.1, 99_999));
      nowNs = 400_000_000;
      line.report(new ComparisonStatus("vc", Stage.LOADING, 3, 5, 9, 0));
    }
    String[] writes = out.toString().split("\r", -1);
    assertEquals(
        "repeat 2 of 5 | srvc | recording  |    12,345 committed/s | 1 min 24 s left", writes[1]);
    assertTrue(writes[2].startsWith("repeat 3 of 5 | vc | loading"), writes[2]);
    assertEquals(writes[1].length(), writes[2].length());
    assertTrue(writes[3].isBlank());
    assertTrue(out.toString().lines().count() <= writes.length);
  }

  @Test
  void elsewhereARoundIsALine() {
    try (ProgressLine line = new ProgressLine(new PrintWriter(out), false, () -> nowNs)) {
      line.report(new ComparisonStatus("srvc", Stage.LOADING, 1, 5, 90, 0));
      line.report(new ComparisonStatus("srvc", Stage.RECORDING, 1, 5, 80, 12_345));
      line.report(new ComparisonStatus("srvc", Stage.CHECKING, 1, 5, 79, 0));
    }
    assertEquals(
        "repeat 1 of 5 | srvc | recorded   |    12,345 committed/s | 1 min 19 s left",
        out.toString().strip());
  }

  @Test
  void aRunOfHoursIsALineAtOnceAndThenALineAMinute() {
    try (ProgressLine line = ProgressLine.ofHours(new PrintWriter(out), false, () -> nowNs)) {
      line.report(new ComparisonStatus("silo", Stage.LOADING, 1, 5, 9_000, 0));
      line.report(new ComparisonStatus("silo", Stage.CHECKING, 1, 5, 8_999, 0));
      nowNs = 59_000_000_000L;
      line.report(new ComparisonStatus("silo", Stage.CHECKING, 2, 5, 8_950, 0));
      nowNs = 60_000_000_000L;
      line.report(new ComparisonStatus("silo", Stage.LOADING, 3, 5, 8_940, 0));
    }
    assertEquals(
        List.of(
            "repeat 1 of 5 | silo | loading    |         0 committed/s | 150 min 00 s left",
            "repeat 3 of 5 | silo | loading    |         0 committed/s | 149 min 00 s left"),
        out.toString().lines().toList());
  }

  @Test
  void aFirstRoundThatOnlyWarmsUpHasNoRate() {
    try (ProgressLine line = new ProgressLine(new PrintWriter(out), false, () -> nowNs)) {
      line.report(new ComparisonStatus("base", Stage.RECORDING, 0, 5, 80, 0));
      line.report(new ComparisonStatus("base", Stage.CHECKING, 0, 5, 79, 0));
    }
    assertEquals(
        "first round, unmeasured | base | warming up | 1 min 19 s left", out.toString().strip());
  }
}
