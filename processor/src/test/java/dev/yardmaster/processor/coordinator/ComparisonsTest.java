package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.processor.tuning.HotKeyTrial;
import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.processor.tuning.ValidatorTrialMetrics;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.trials.TunerPace;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the trials in which a pipeline compares settings. All trials share one lock. */
class ComparisonsTest {

  private static final long STEP_NS = 250_000;
  private static final int STEPS_PER_MS = 4;
  private static final Tuning ALLOWED = new Tuning(40, 200_000, true, true, true, Solver.OPTIMAL);

  /** A pipeline in which every change that a trial tries halves the commits. */
  private static final class Pipeline implements ValidatorTrialMetrics {
    private final TrialLock turn = new TrialLock();
    private final CurrentTuning currentTuning = new CurrentTuning(ALLOWED);
    private final HotKeyTrial[] lines;
    private final Tuner tuner;
    private final int[] linesTried = new int[2];
    private long nowNs;
    private long completed;
    private long cycles;

    Pipeline(SplittableRandom random) {
      nowNs = random.nextInt(1_000_000_000);
      lines = new HotKeyTrial[] {new HotKeyTrial(turn, nowNs), null};
      nowNs += random.nextInt(100_000_000);
      lines[1] = new HotKeyTrial(turn, nowNs);
      nowNs += random.nextInt(100_000_000);
      tuner = new Tuner(currentTuning, this, turn, TunerPace.DEFAULT, () -> nowNs);
    }

    private boolean isTuningTried() {
      Tuning now = currentTuning.get();
      return now.batchSize() < ALLOWED.batchSize()
          || !now.storageReordering()
          || !now.validatorReordering()
          || !now.repair()
          || now.solver() == Solver.SORT;
    }

    private void play(int ms) {
      for (int step = 1; step <= ms * STEPS_PER_MS; step++) {
        int tried =
            (lines[0].lines() ? 1 : 0) + (lines[1].lines() ? 1 : 0) + (isTuningTried() ? 1 : 0);
        assertTrue(tried <= 1, "at most one setting may be tried at a time: " + tried);
        completed += tried > 0 ? 25 : 50;
        cycles++;
        nowNs += STEP_NS;
        tuner.doWork();
        for (int i = 0; i < lines.length && step % STEPS_PER_MS == 0; i++) {
          boolean before = lines[i].lines();
          lines[i].goOn(nowNs, true, completed);
          linesTried[i] += lines[i].lines() && !before ? 1 : 0;
        }
      }
    }

    @Override
    public long completed() {
      return completed;
    }

    @Override
    public long fullCycles() {
      return cycles;
    }

    @Override
    public long inFlight() {
      return 60;
    }

    @Override
    public int preparers() {
      return 1;
    }

    @Override
    public long requests() {
      return completed;
    }

    @Override
    public long stale() {
      return completed / 5;
    }

    @Override
    public long probes() {
      return 5 * cycles;
    }

    @Override
    public long edgesProbed() {
      return cycles / 2;
    }

    @Override
    public long reorderBusyNs() {
      return nowNs / 10;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void allGetTheirTurnAndOnlyOneAtATime(long seed) {
    Pipeline pipeline = new Pipeline(new SplittableRandom(seed));
    pipeline.play(10_000);
    String shown =
        "seed="
            + seed
            + ": "
            + pipeline.linesTried[0]
            + ", "
            + pipeline.linesTried[1]
            + ", "
            + pipeline.tuner.trials();
    assertTrue(pipeline.linesTried[0] >= 3 && pipeline.linesTried[1] >= 3, shown);
    assertTrue(pipeline.tuner.trials() >= 6, shown);
    assertEquals(0, pipeline.tuner.changes(), shown);
  }
}
