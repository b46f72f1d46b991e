package dev.yardmaster.processor.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.Solver;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the tuner on model pipelines; the speed of their machine drifts and jitters. */
class TunerTest {

  /** A commit rate without conflicts: every feature that avoids conflicts only reduces it. */
  private static double calm(Tuning tuning) {
    return 300_000
        * (tuning.validatorReordering() ? 0.93 : 1)
        * (tuning.storageReordering() ? 1 : 0.98)
        * (tuning.batchSize() < 16 ? 0.95 : 1);
  }

  /** A commit rate with many conflicts: it is highest with small batches and all features on. */
  private static double hot(Tuning tuning) {
    return 200_000
        * (tuning.validatorReordering() ? 1 : 0.5)
        * (tuning.storageReordering() ? 1 : 0.3)
        * (tuning.repair() ? 1 : 0.4)
        * (tuning.batchSize() > 10 ? 0.8 : tuning.batchSize() < 10 ? 0.9 : 1)
        * (tuning.solver() == Solver.SORT ? 0.9 : 1);
  }

  private static double best(ToDoubleFunction<Tuning> rate) {
    double best = 0;
    for (int batch : new int[] {40, 20, 10, 5, 4}) {
      for (int bits = 0; bits < 16; bits++) {
        best =
            Math.max(
                best,
                rate.applyAsDouble(
                    new Tuning(
                        batch,
                        0,
                        (bits & 1) != 0,
                        (bits & 2) != 0,
                        (bits & 4) != 0,
                        (bits & 8) != 0 ? Solver.SORT : Solver.OPTIMAL)));
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void findsTheBestAndStaysThere(long seed) {
    for (ToDoubleFunction<Tuning> rate :
        List.<ToDoubleFunction<Tuning>>of(TunerTest::calm, TunerTest::hot)) {
      ModelPipeline pipeline = new ModelPipeline(seed, rate);
      pipeline.play(4);
      double reached = pipeline.play(20) / best(rate);
      assertTrue(
          reached > 0.97,
          "seed=" + seed + ", reached " + reached + " of the best: " + show(pipeline));
    }
  }

  private static String show(ModelPipeline pipeline) {
    return pipeline.currentTuning.get()
        + ", trials="
        + pipeline.tuner.trials()
        + ", changes="
        + pipeline.tuner.changes()
        + ", shifts="
        + pipeline.tuner.shifts();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void takesUpAgainWhatWasBestWhereItWasLikeThis(long seed) {
    ModelPipeline pipeline = new ModelPipeline(seed, TunerTest::hot);
    pipeline.density = 0.2;
    pipeline.play(5);
    pipeline.rate = TunerTest::calm;
    pipeline.density = 0;
    pipeline.play(5);
    pipeline.rate = TunerTest::hot;
    pipeline.density = 0.2;
    double soon = pipeline.play(0.5) / best(TunerTest::hot);
    assertTrue(
        soon > 0.75, "seed=" + seed + ", reached " + soon + " of the best: " + show(pipeline));
    assertTrue(pipeline.tuner.shifts() >= 2, "seed=" + seed + ": " + show(pipeline));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void beatsEveryFixedTuningWhereTheBestChanges(long seed) {
    ModelPipeline pipeline = new ModelPipeline(seed, TunerTest::hot);
    double own = 0;
    for (int phase = 0; phase < 12; phase++) {
      boolean hot = phase % 2 == 0;
      pipeline.rate = hot ? TunerTest::hot : TunerTest::calm;
      pipeline.density = hot ? 0.2 : 0;
      own += pipeline.play(3);
    }
    double fixed = 6 * best(tuning -> hot(tuning) + calm(tuning));
    assertTrue(own > fixed, "seed=" + seed + ": " + own / fixed + ": " + show(pipeline));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void triesNothingWhereArrivalsAreTheLimit(long seed) {
    ModelPipeline pipeline = new ModelPipeline(seed, tuning -> 20_000);
    pipeline.full = false;
    pipeline.play(5);
    assertEquals(0, pipeline.tuner.changes(), "seed=" + seed);
    assertEquals(0, pipeline.tuner.trials(), "seed=" + seed);
    assertTrue(pipeline.currentTuning.get().validatorReordering());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void leavesOthersTheirTurn(long seed) {
    ModelPipeline pipeline = new ModelPipeline(seed, TunerTest::hot);
    assertTrue(pipeline.turn.take(this));
    pipeline.play(2);
    assertEquals(0, pipeline.tuner.trials(), "seed=" + seed);
    pipeline.turn.end(this);
    pipeline.play(2);
    assertTrue(pipeline.tuner.trials() > 0, "seed=" + seed);
  }

  /** Returns a pipeline in its first trial, whose intervals have the maximum length. */
  private static ModelPipeline inATrial(long seed, ToDoubleFunction<Tuning> rate) {
    ModelPipeline pipeline = new ModelPipeline(seed, rate);
    pipeline.wander = 0;
    while (pipeline.tuner.trials() == 0) {
      assertFalse(pipeline.turn.isTakenFrom(seed), "seed=" + seed);
      pipeline.play(0.001);
    }
    return pipeline;
  }

  /** Runs the pipeline until the lock is free. The lock must become free within 2 s. */
  private static void endTrial(ModelPipeline pipeline, long seed) {
    for (int ms = 0; pipeline.turn.isTakenFrom(seed); ms++) {
      assertTrue(ms < 2_000, "seed=" + seed + ": " + show(pipeline));
      assertEquals(1, pipeline.tuner.trials(), "seed=" + seed);
      pipeline.play(0.001);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theTurnIsFreeAfterEveryVerdict(long seed) {
    ModelPipeline better = inATrial(seed, t -> t.validatorReordering() ? 4_000 : 8_000);
    endTrial(better, seed);
    assertEquals(1, better.tuner.changes(), "seed=" + seed);
    ModelPipeline worse = inATrial(seed, t -> t.validatorReordering() ? 8_000 : 4_000);
    endTrial(worse, seed);
    assertEquals(0, worse.tuner.changes(), "seed=" + seed);
    ModelPipeline idle = inATrial(seed, t -> t.validatorReordering() ? 4_000 : 8_000);
    idle.full = false;
    endTrial(idle, seed);
    assertEquals(0, idle.tuner.changes(), "seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void afterATrialTheTurnIsFreeForFourTimesAsLong(long seed) {
    ModelPipeline pipeline = inATrial(seed, TunerTest::hot);
    for (int trial = 1; trial <= 10; trial++) {
      int taken = 0;
      for (; pipeline.turn.isTakenFrom(seed); taken++) {
        pipeline.play(0.001);
      }
      int free = 0;
      for (; !pipeline.turn.isTakenFrom(seed); free++) {
        pipeline.play(0.001);
      }
      String shown = "seed=" + seed + ", trial=" + trial + ": " + taken + ", " + free;
      assertTrue(free >= Math.max(150, 4 * taken) - 5, shown);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aShiftEndsTheTrialAndItsTurn(long seed) {
    ModelPipeline pipeline = inATrial(seed, t -> 4_000);
    pipeline.density = 0.6;
    for (int ms = 0; pipeline.tuner.shifts() == 0; ms++) {
      assertTrue(ms < 300, "seed=" + seed);
      assertTrue(pipeline.turn.isTakenFrom(seed), "seed=" + seed);
      pipeline.play(0.001);
    }
    assertFalse(pipeline.turn.isTakenFrom(seed), "seed=" + seed);
    assertEquals(1, pipeline.tuner.trials(), "seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aBatchWaitsForTwiceTheTimeThatItTakesToFill(long seed) {
    long mostNs = 4_000_000;
    Tuning allowed = new Tuning(40, mostNs, true, true, true, Solver.OPTIMAL);
    for (int preparers = 1; preparers <= 3; preparers++) {
      double requestsPerSecond = 120_000;
      ModelPipeline pipeline = new ModelPipeline(seed, allowed, tuning -> 100_000);
      pipeline.preparers = preparers;
      pipeline.wander = 0;
      pipeline.play(0.1);
      for (int ms = 0; ms < 3_000; ms++) {
        pipeline.play(0.001);
        Tuning now = pipeline.currentTuning.get();
        double toFillNs = now.batchSize() * 1e9 * preparers / requestsPerSecond;
        assertEquals(2, now.maxBatchAgeNs() / toFillNs, 0.3, "seed=" + seed + ": " + now);
      }
      assertTrue(pipeline.tuner.trials() > 0, "seed=" + seed);
      for (double rate : new double[] {1_000, 0}) {
        pipeline.rate = tuning -> rate;
        pipeline.full = false;
        pipeline.play(1);
        for (int ms = 0; ms < 100; ms++) {
          pipeline.play(0.001);
          assertEquals(mostNs, pipeline.currentTuning.get().maxBatchAgeNs(), "seed=" + seed);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void onlyEverSwitchesOffAndMakesSmaller(long seed) {
    Tuning allowed = new Tuning(12, 1_000, false, true, false, Solver.SORT);
    ModelPipeline pipeline =
        new ModelPipeline(seed, allowed, tuning -> 100_000 + 100 * tuning.batchSize());
    for (int i = 0; i < 2_000; i++) {
      pipeline.play(0.005);
      Tuning now = pipeline.currentTuning.get();
      assertTrue(now.batchSize() <= 12 && now.batchSize() >= 4, "seed=" + seed + ": " + now);
      assertTrue(now.maxBatchAgeNs() <= 1_000, "seed=" + seed + ": " + now);
      assertFalse(now.storageReordering() || now.repair(), "seed=" + seed + ": " + now);
      assertEquals(Solver.SORT, now.solver(), "seed=" + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void tryingCostsAFewPercentAtMost(long seed) {
    // Every change makes the pipeline much slower.
    ToDoubleFunction<Tuning> rate =
        tuning ->
            tuning.batchSize() == 40
                    && tuning.storageReordering()
                    && tuning.validatorReordering()
                    && tuning.repair()
                    && tuning.solver() == Solver.OPTIMAL
                ? 200_000
                : 40_000;
    ModelPipeline pipeline = new ModelPipeline(seed, rate);
    double reached = pipeline.play(10) / 200_000;
    assertTrue(reached > 0.97, "seed=" + seed + ": " + reached + ": " + show(pipeline));
  }
}
