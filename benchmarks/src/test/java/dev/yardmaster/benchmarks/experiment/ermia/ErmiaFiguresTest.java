package dev.yardmaster.benchmarks.experiment.ermia;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/**
 * Checks that the paper's figures refer only to existing points, and measures them at a tiny scale.
 */
class ErmiaFiguresTest extends EngineFiguresContract {

  private static final ErmiaScale TINY =
      new ErmiaScale(
          2,
          500,
          List.of(50),
          List.of(0.1),
          100,
          1,
          List.of(5, 60),
          List.of(2, 3),
          1,
          10,
          100,
          2_000,
          new EngineRounds(2, 0.05, 0, 0.0002, 0.0001, 1));

  private static List<Figure> figures(ErmiaScale scale) {
    return new ErmiaFigures(scale, 42).of(ErmiaFigures.IDS);
  }

  @Override
  protected List<Figure> all(boolean quick) {
    return figures(quick ? ErmiaScale.QUICK : ErmiaScale.FULL);
  }

  @Test
  void thePapersFiguresDropAbortedTransactions() {
    for (Figure figure : figures(ErmiaScale.FULL)) {
      for (Point point : figure.points()) {
        for (ConfiguredSide side : ((EnginePoint) point).contenders()) {
          assertEquals(Character.isDigit(figure.id().charAt(0)), side.setup().drops(), point.key());
        }
      }
    }
  }

  private static Row committed(String side, double perSecond) {
    return new Row(
        side,
        Map.of(),
        Map.of(Metric.COMMITTED.name(), new Measured(Metric.COMMITTED, List.of(perSecond))),
        List.of(),
        List.of(),
        List.of());
  }

  private static ClaimVerdict verdict(Figure figure, String words, Measurements measurements) {
    Claim claim =
        figure.claims().stream()
            .filter(each -> each.words().contains(words))
            .findFirst()
            .orElseThrow();
    return claim.judge(measurements).verdict();
  }

  private static String key(Figure figure, String part) {
    return figure.points().stream()
        .map(Point::key)
        .filter(key -> key.startsWith(part))
        .findFirst()
        .orElseThrow();
  }

  /** Silo commits 4 times as much with 24 workers as with 4, SI 5.5 times, and SSN 4.9 times. */
  @Test
  void gainsFrom4To24WorkersAreCompared() {
    Figure figure = new ErmiaFigures(ErmiaScale.FULL, 42).of(List.of("6")).get(0);
    Measurements measurements = new Measurements();
    measurements.put(
        new Results(
            key(figure, "tpce-hybrid group=20 4 "),
            List.of(committed("silo", 100), committed("si", 80), committed("ssn", 100)),
            List.of(),
            false));
    measurements.put(
        new Results(
            key(figure, "tpce-hybrid group=20 24 "),
            List.of(committed("silo", 400), committed("si", 440), committed("ssn", 490)),
            List.of(),
            false));
    assertEquals(
        ClaimVerdict.HOLDS,
        verdict(figure, "hybrid: with 24 workers SI commits", measurements),
        "5.5 is between the bar of 5 and the paper's 6");
    assertEquals(
        ClaimVerdict.FALLS_SHORT,
        verdict(figure, "hybrid: with 24 workers SSN commits", measurements));
    assertTrue(
        verdict(figure, "Silo gains less than SI", measurements) != ClaimVerdict.FALLS_SHORT);
    assertEquals(
        ClaimVerdict.NOT_MEASURED,
        verdict(figure, "original: with 24 workers SI commits", measurements));
  }

  @Test
  void randomWarehousesAreComparedWithFixedOnes() {
    Figure figure = new ErmiaFigures(ErmiaScale.FULL, 42).of(List.of("7")).get(0);
    Measurements measurements = new Measurements();
    measurements.put(
        new Results(
            key(figure, "tpcc-fixed 24 "),
            List.of(committed("silo", 100), committed("si", 95)),
            List.of(),
            false));
    measurements.put(
        new Results(
            key(figure, "tpcc-random 24 "),
            List.of(committed("silo", 90), committed("si", 76)),
            List.of(),
            false));
    assertEquals(
        ClaimVerdict.FALLS_SHORT,
        verdict(figure, "with random warehouses Silo", measurements),
        "0.9 is less than half of the paper's loss");
    assertEquals(
        ClaimVerdict.FALLS_SHORT, verdict(figure, "with random warehouses SI", measurements));
    assertTrue(
        verdict(figure, "fixed: with 24 workers SI commits", measurements)
            != ClaimVerdict.FALLS_SHORT);
  }

  /** Every claim about a point that exists gets a verdict, and every round passes its checks. */
  @Test
  void allFiguresAreMeasuredAndJudged() throws InterruptedException {
    Measurements measurements = new Measurements();
    for (Figure figure : figures(TINY)) {
      for (Point point : figure.points()) {
        if (!measurements.has(point.key())) {
          Results results = point.measure(SystemNanoClock.INSTANCE, status -> {});
          assertEquals(List.of(), results.findings(), point.key());
          measurements.put(results);
        }
      }
      figure
          .panels()
          .forEach(
              panel ->
                  panel
                      .values(figure.id(), measurements)
                      .rows()
                      .forEach(row -> assertTrue(!row.contains("-"), panel.title() + ": " + row)));
    }
    for (Claim claim :
        new ErmiaFigures(TINY, 42)
            .of(List.of("ycsb", "scan")).stream()
                .flatMap(figure -> figure.claims().stream())
                .toList()) {
      assertTrue(claim.judge(measurements).verdict() != ClaimVerdict.NOT_MEASURED, claim.words());
    }
  }
}
