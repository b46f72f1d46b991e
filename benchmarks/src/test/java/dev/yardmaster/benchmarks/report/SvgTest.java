package dev.yardmaster.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
}
