package dev.yardmaster.benchmarks.experiment.rocc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.experiment.EngineFiguresContract;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the paper's figures refer only to existing points. */
class RoccFiguresTest extends EngineFiguresContract {

  @Override
  protected List<Figure> all(boolean quick) {
    return new RoccFigures(quick ? RoccScale.QUICK : RoccScale.FULL, 42).of(RoccFigures.IDS);
  }

  @Test
  void tableIiIsThePapersInThePapersSize() {
    Figure table = new RoccFigures(RoccScale.FULL, 42).of(List.of("t2")).get(0);
    assertEquals("Table II", table.heading());
    assertEquals(List.of("16,384", "610", "16,384", "611"), table.facts().get(4));
    assertEquals(List.of("262,144", "38", "262,144", "39"), table.facts().get(5));
    Figure small = new RoccFigures(RoccScale.QUICK, 42).of(List.of("t2")).get(0);
    assertEquals(List.of("16,384", "610", "327", "612"), small.facts().get(2));
  }

  @Test
  void longScansGetLongerIntervals() {
    Parallelism simulated = RoccScale.FULL.simulated();
    assertEquals(1, RoccScale.FULL.times(1_500, simulated));
    assertEquals(2, RoccScale.FULL.times(3_000, simulated), 1e-9);
    assertEquals(1, RoccScale.FULL.times(3_000, RoccScale.FULL.rounds().threaded()));
  }
}
