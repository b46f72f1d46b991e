package dev.yardmaster.benchmarks.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the value that represents several repeats, and ratios. */
class MeasuredTest {

  private static final Metric SCANS = Metric.rate("scans");
  private static final Metric RATIO = Metric.ratio("ratio");

  @Test
  void medianOfAnOddNumberIsTheMiddleOne() {
    assertEquals(new Spread(2, 1, 9), Spread.of(9, 1, 2));
  }

  @Test
  void medianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(new Spread(2.5, 1, 9), Spread.of(9, 1, 2, 3));
  }

  @Test
  void theGreatestOrTheLeastOfAllMayStandForThem() {
    List<Double> values = List.of(3.0, 1.0, 2.0);
    assertEquals(2, new Measured(SCANS, values).value());
    assertEquals(3, new Measured(SCANS.greatest(), values).value());
    assertEquals(1, new Measured(SCANS.least(), values).value());
  }

  @Test
  void whatIsOverNothingIsUndefinedAndLeftOut() {
    Measured own = new Measured(SCANS, List.of(4.0, 0.0, 6.0, 9.0));
    Measured base = new Measured(SCANS, List.of(2.0, 0.0, 0.0, 3.0));
    Measured ratio = own.over(base, RATIO);
    assertEquals(List.of(2.0, Double.NaN, Double.NaN, 3.0), ratio.repeats());
    assertEquals(Optional.of(new Spread(2.5, 2, 3)), ratio.spread());
    Measured none = new Measured(SCANS, List.of(0.0));
    assertEquals(Optional.empty(), none.over(none, RATIO).spread());
    assertTrue(Double.isNaN(none.over(none, RATIO).value()));
  }

  @Test
  void ratiosAreToTheSideNamedBaseOrToTheFirst() {
    Results results =
        Made.results(
                "",
                new java.util.TreeMap<>(
                    Map.of(
                        "a", Map.of("scans", List.of(10.0)),
                        "base", Map.of("scans", List.of(5.0)))))
            .withRatioToBase(RATIO, SCANS);
    assertEquals(2, results.row("a").orElseThrow().value(RATIO));
    assertEquals(1, results.row("base").orElseThrow().value(RATIO));
  }

  @Test
  void figuresThatARoundDoesNotHaveAreUndefinedInItsRepeat() {
    MetricValues all = new MetricValues().put(SCANS, 3).put(Latency.P50, 7);
    MetricValues some = new MetricValues().put(SCANS, 4).put(Latency.P50, 1.0 / 0);
    Side side = new FakeSide("a", List.of());
    Results.Row row =
        Results.Row.of(
            side,
            List.of(Round.of(all, Optional.empty()), Round.of(some, Optional.empty())),
            List.of(),
            List.of());
    assertEquals(List.of(7.0, Double.NaN), row.figures().get("p50Us").repeats());
    assertEquals(7, row.value(Latency.P50));
  }
}
