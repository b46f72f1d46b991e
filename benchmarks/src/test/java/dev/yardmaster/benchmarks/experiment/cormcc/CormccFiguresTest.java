package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.FigureReferences;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Results;
import java.io.IOException;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the paper's figures consist of existing points, and measures them at a tiny scale.
 */
class CormccFiguresTest {

  private static final CormccScale TINY =
      new CormccScale(
          4,
          2_000,
          10,
          100,
          new EngineRounds(2, 0.02, 0, 0.0004, 0.0005, 2),
          List.of(0, 2, 4),
          List.of(0.0, 1.5),
          3,
          1,
          List.of(0.0, 0.1));

  private static List<Figure> figures(CormccScale scale) {
    return new CormccFigures(scale, 42).of(CormccFigures.IDS);
  }

  private static CormccScale scale(boolean quick) {
    return quick ? CormccScale.QUICK : CormccScale.FULL;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everythingThatIsDrawnIsMeasuredByTheFiguresOwnPoints(boolean quick) throws IOException {
    for (Figure figure : figures(scale(quick))) {
      FigureReferences.require(figure, quick);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pointsOfOneKeyRunTheSame(boolean quick) {
    FigureReferences.requireOneMeaningOfEachKey(figures(scale(quick)));
  }

  @Test
  void onlyTheSidesThatChooseProtocolsHaveALongWarmUp() {
    for (Figure figure : new CormccFigures(CormccScale.FULL, 42).of(List.of("7", "13"))) {
      for (Point point : figure.points()) {
        ((EnginePoint) point)
            .contenders()
            .forEach(
                side ->
                    assertEquals(
                        side.label().matches("cormcc(=tree)?") ? 30_000_000 : 500_000,
                        side.setup().warmUpNs(),
                        side.label()));
      }
    }
  }

  /** Every claim gets a verdict, and every round passes its checks. */
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
      for (Claim claim : figure.claims()) {
        assertTrue(
            claim.judge(measurements).verdict() != ClaimVerdict.NOT_MEASURED,
            figure.id() + ": " + claim.words());
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
  }
}
