package dev.yardmaster.benchmarks.engine.round;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.mixed.TrialProgress;
import org.junit.jupiter.api.Test;

/** Tests the number of trials in each phase; the test provides the progress of the trials. */
class TrialsOfPhasesTest {

  private TrialProgress progress;
  private final TrialsOfPhases trials = new TrialsOfPhases(6, () -> progress);

  private void at(int phase, long ended, long untilChange) {
    progress = new TrialProgress(ended, untilChange);
    trials.enter(phase);
  }

  @Test
  void trialsAfterTheLastChangeOfAPhaseDoNotCount() {
    at(0, 10, 4);
    at(0, 12, 12);
    at(1, 12, 12);
    at(1, 14, 14);
    at(1, 15, 14);
    at(2, 19, 15);
    at(2, 20, 15);
    at(3, 25, 15);
    at(5, 30, 26);
    progress = new TrialProgress(31, 31);
    trials.end();
    progress = new TrialProgress(40, 40);
    MetricValues values = trials.values();
    double nan = Double.NaN;
    double[] expected = {nan, 3, 0, 1, nan, 1};
    for (int phase = 0; phase < expected.length; phase++) {
      assertEquals(
          expected[phase],
          values.get(EngineRoundMetrics.trialsUntilSteady(phase)),
          "phase " + phase);
    }
    assertEquals(3, values.get(EngineRoundMetrics.MAX_TRIALS_UNTIL_STEADY));
  }

  @Test
  void aRoundWithoutASecondPhaseHasNoNumbers() {
    at(0, 10, 10);
    trials.end();
    assertEquals(new MetricValues(), trials.values());
  }
}
