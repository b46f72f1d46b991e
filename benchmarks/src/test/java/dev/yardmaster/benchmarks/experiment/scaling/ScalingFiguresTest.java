package dev.yardmaster.benchmarks.experiment.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.ClaimVerdict;
import dev.yardmaster.benchmarks.measure.Measured;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Checks that the figures refer only to existing points, and which results their claims compare.
 */
class ScalingFiguresTest extends EngineFiguresContract {

  private static List<Figure> figures(ScalingSizes sizes) {
    return new ScalingFigures(sizes, 42).of(ScalingFigures.IDS);
  }

  @Override
  protected List<Figure> all(boolean quick) {
    return figures(quick ? ScalingSizes.QUICK : ScalingSizes.FULL);
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

  private static Claim.Judged judged(String words, Measurements measurements) {
    Claim claim =
        figures(ScalingSizes.FULL).get(0).claims().stream()
            .filter(each -> each.words().contains(words))
            .findFirst()
            .orElseThrow();
    return claim.judge(measurements);
  }

  /**
   * The pipeline commits least with 512 callers and most with 8; the engine commits most with 2.
   */
  @Test
  void numbersOfCallersAreComparedWithTheBestNumber() {
    Measurements measurements = new Measurements();
    measurements.put(
        new Results(
            "lambdas",
            List.of(
                committed("pipeline skew=0.0 callers=1", 160_000),
                committed("pipeline skew=0.0 callers=2", 200_000),
                committed("pipeline skew=0.0 callers=8", 400_000),
                committed("pipeline skew=0.0 callers=64", 300_000),
                committed("pipeline skew=0.0 callers=512", 140_000),
                committed("pipeline skew=0.9 callers=64", 150_000),
                committed("engine skew=0.0 callers=2", 400_000),
                committed("engine skew=0.0 callers=64", 380_000),
                committed("engine skew=0.0 callers=512", 100_000)),
            List.of(),
            false));

    Claim.Judged least = judged("Zipf 0.0: any number of callers", measurements);
    assertEquals(ClaimVerdict.FALLS_SHORT, least.verdict());
    assertEquals(0.35, least.measured().orElseThrow().median(), 1e-9);
    assertEquals("pipeline skew=0.0 callers=512 over pipeline skew=0.0 callers=8", least.at());
    Claim.Judged engine = judged("Zipf 0.0: 64 callers", measurements);
    assertEquals(ClaimVerdict.HOLDS, engine.verdict());
    assertEquals("engine skew=0.0 callers=64 over engine skew=0.0 callers=2", engine.at());
    assertEquals(
        ClaimVerdict.HOLDS, judged("no skew, callers: 1: the pipeline", measurements).verdict());
    assertEquals(
        ClaimVerdict.FALLS_SHORT,
        judged("no skew, callers: 512: the pipeline", measurements).verdict());
    assertEquals(
        ClaimVerdict.FALLS_SHORT,
        judged("callers: 64: the pipeline commits at Zipf 0.9", measurements).verdict(),
        "half of the throughput without skew");
    assertEquals(
        ClaimVerdict.NOT_MEASURED,
        judged("callers: 8: the pipeline commits at Zipf 0.9", measurements).verdict());
  }

  @Test
  void callersDrawTheSameTransfersInEveryRun() {
    Accounts accounts = new Accounts(100);
    int[] drawn = accounts.draw(1_000, 0.9, 7);
    assertEquals(2_000, drawn.length);
    for (int i = 0; i < drawn.length; i += 2) {
      assertTrue(drawn[i] != drawn[i + 1], "a transfer has two accounts, seed=7, at " + i);
    }
    assertEquals(List.of(drawn[0], drawn[1]), first(accounts.draw(1, 0.9, 7)));
  }

  private static List<Integer> first(int[] drawn) {
    return List.of(drawn[0], drawn[1]);
  }
}
