package dev.yardmaster.benchmarks.experiment.machines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Checks that the figures refer only to existing points, and measures a small point of each. */
class MachinesFiguresTest extends EngineFiguresContract {

  private static final MachinesSizes SMALL =
      new MachinesSizes(
          1_000, 1_000, List.of(1, 2), List.of(100, 300), 0.001, 0.001, 0.002, 0.02, 2);

  private static List<Figure> figures(MachinesSizes sizes) {
    return new MachinesFigures(sizes, 42).of(MachinesFigures.IDS);
  }

  @Override
  protected List<Figure> all(boolean quick) {
    return figures(quick ? MachinesSizes.QUICK : MachinesSizes.FULL);
  }

  private static Results measure(int figure) throws InterruptedException {
    Point point = figures(SMALL).get(figure).points().get(0);
    Results results = point.measure(SystemNanoClock.INSTANCE, progress -> {});
    assertEquals(point.sides(), results.rows().stream().map(Results.Row::label).toList());
    assertEquals(List.of(), results.findings());
    return results;
  }

  private static double committed(Results results, String side) {
    return results.row(side).orElseThrow().value(Metric.COMMITTED);
  }

  @Test
  void twoProcessorsCommitMoreThanOne() throws InterruptedException {
    Results results = measure(0);

    double one = committed(results, "1 processor");
    double two = committed(results, "2 processors");
    assertTrue(two > 1.2 * one, () -> "one: " + one + ", two: " + two);
  }

  @Test
  void aValidatorHasTheNumberInFlightWithWhichItCommitsMost() throws InterruptedException {
    Results results = measure(1);

    // Six hops, and a seventh hop until the writes are installed, take 175 us. Without shards,
    // there are five hops.
    assertEquals(300 / 175e-6, committed(results, "4 shards"), 200_000);
    assertEquals(300 / 125e-6, committed(results, "one validator"), 250_000);
  }

  @Test
  void predictionsHaveAsManyRepeatsAsMeasurements() throws InterruptedException {
    Results results = measure(2);

    assertEquals(2, results.row("1 thread predicted").orElseThrow().repeats());
    assertTrue(committed(results, "2 threads predicted") > 300_000, results::toString);
    assertTrue(committed(results, "1 thread measured") > 1_000, results::toString);
  }
}
