package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Made;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.MetricRef;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the axes of charts. */
class SvgTest {

  @ParameterizedTest
  @CsvSource({"0.9, 1", "1, 1", "1.1, 2", "3, 5", "7, 10", "0.03, 0.05", "24000, 50000"})
  void axesHaveRoundSteps(double least, double step) {
    assertEquals(step, VerticalAxis.step(least), step * 1e-9);
  }

  @Test
  void logarithmicAxesGoFromPowerToPower() {
    VerticalAxis axis = VerticalAxis.logarithmic(30, 2_000);
    assertEquals(List.of(10.0, 100.0, 1_000.0, 10_000.0), axis.ticks());
    assertEquals(1 / 3.0, axis.height().applyAsDouble(100), 1e-9);
    assertEquals(0, axis.height().applyAsDouble(0), "a value below the axis is drawn at its foot");
    assertEquals(List.of(1.0, 10.0), VerticalAxis.logarithmic(1, 1).ticks());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.25, 0.25", "5, 5", "1500, 1500", "20000, 20k", "12345, '12,345'"})
  void numbersOnAxesAreShort(double value, String text) {
    assertEquals(text, SvgCanvas.number(value));
  }

  @Test
  void aMeasuredPositionIsUnderTheAxisAndItsPlaceInTheTable() {
    Measurements measurements =
        Measurements.of(
            List.of(
                Made.results(
                    "p", Map.of("own", Map.of("us", List.of(7.0), "scans", List.of(1_234.0))))));
    MetricRef us = new MetricRef("p", "own", "us");
    Mark mark = new Mark(4, "4 workers", us, null, new MetricRef("p", "own", "scans"));
    Panel panel =
        new Panel(
            "latency",
            Panel.Kind.LINES,
            "scans/s",
            "us",
            1,
            List.of(new Series("own", List.of(mark))));
    String svg = panel.svg(measurements).orElseThrow();
    assertTrue(svg.contains(">1,234<"), svg);
    assertTrue(svg.contains("<title>4 workers: 7</title>"), svg);
    assertEquals(
        Map.of("4 workers", 7.0),
        panel.chart(measurements).lines().get(0).dots().stream()
            .collect(Collectors.toMap(Chart.Dot::label, dot -> dot.y().median())));
  }
}
