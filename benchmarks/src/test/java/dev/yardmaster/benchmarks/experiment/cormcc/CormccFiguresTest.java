package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRounds;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/**
 * Checks that the paper's figures refer only to existing points, and measures them at a tiny scale.
 */
class CormccFiguresTest extends EngineFiguresContract {

  private static final CormccScale TINY =
      new CormccScale(
          4,
          2_000,
          10,
          100,
          new EngineRounds(2, 0.02, 0, 0.0002, 0.0003, 1),
          List.of(0, 4),
          List.of(0.0, 1.5),
          3,
          1,
          List.of(0.0, 0.1));

  private static List<Figure> figures(CormccScale scale) {
    return new CormccFigures(scale, 42).of(CormccFigures.IDS);
  }

  @Override
  protected List<Figure> all(boolean quick) {
    return figures(quick ? CormccScale.QUICK : CormccScale.FULL);
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
