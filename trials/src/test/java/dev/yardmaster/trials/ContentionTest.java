package dev.yardmaster.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the estimates of the density, with random edges. */
class ContentionTest {

  private static final long STEP_NS = 1_000_000;
  private static final int STEPS_PER_SECOND = 1_000;
  private static final int PROBES_PER_STEP = 20;

  /** The metrics of a simulated pipeline that produces only conflicts. */
  private static final class Probes implements TrialMetrics {
    private long probes;
    private long edges;

    @Override
    public long completed() {
      return 0;
    }

    @Override
    public long fullCycles() {
      return 0;
    }

    @Override
    public long inFlight() {
      return 0;
    }

    @Override
    public long probes() {
      return probes;
    }

    @Override
    public long edgesProbed() {
      return edges;
    }
  }

  private final Probes metrics = new Probes();
  private final Contention contention = new Contention(TunerPace.DEFAULT, 0);
  private long nowNs;

  /**
   * Runs until an estimate reports a change, or for {@code steps} steps. Returns the number of
   * steps until the change, or -1 if there was no change.
   */
  private int stepsToAChange(double density, int steps, Random random) {
    for (int step = 1; step <= steps; step++) {
      for (int i = 0; i < PROBES_PER_STEP; i++) {
        metrics.probes++;
        metrics.edges += random.nextDouble() < density ? 1 : 0;
      }
      nowNs += STEP_NS;
      if (contention.hasChanged(nowNs, metrics)) {
        return step;
      }
    }
    return -1;
  }

  private void isHardlyEverWrong(double density, long seed) {
    Random random = new Random(seed);
    int changes = 0;
    int left = 60 * STEPS_PER_SECOND;
    for (int steps; (steps = stepsToAChange(density, left, random)) >= 0; left -= steps) {
      changes++;
    }
    assertTrue(changes <= 1, "seed=" + seed + ", density=" + density + ": " + changes);
    assertTrue(contention.isKnown());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.002, 0.01, 0.05, 0.2, 1})
  void chanceIsHardlyEverTakenForAChange(double density) {
    isHardlyEverWrong(density, 1);
    isHardlyEverWrong(density, 2);
    isHardlyEverWrong(density, 3);
    int densityClass = (int) Math.round(2 * Math.log(density / 0.002) / Math.log(2));
    assertEquals(Math.max(0, densityClass), contention.classNow(), 1, "density=" + density);
  }

  /** Makes one estimate, without random edges. Returns whether the estimate reports a change. */
  private boolean estimate(double density) {
    int probes = 10_000;
    metrics.probes += probes;
    metrics.edges += (long) (density * probes);
    nowNs += TunerPace.DEFAULT.watchNs();
    return contention.hasChanged(nowNs, metrics);
  }

  @Test
  void onlyTwoEstimatesInARowThatAreFarOffToTheSameSideAreAChange() {
    for (int i = 0; i < 4; i++) {
      assertFalse(estimate(0.05));
    }
    for (int i = 0; i < 4; i++) {
      assertFalse(estimate(0.15), "one estimate far above the mean must not be a change");
      assertFalse(estimate(0.01), "an estimate far below after one far above must not be a change");
    }
    assertFalse(estimate(0.05));
    assertFalse(
        estimate(0.01), "one estimate far below after one near the mean must not be a change");
    assertTrue(estimate(0.01));
    assertFalse(estimate(0.01));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void threeTimesAsManyConflictsAreSeenAtOnceAndSoIsAThird(long seed) {
    Random random = new Random(seed);
    assertEquals(-1, stepsToAChange(0.05, 5 * STEPS_PER_SECOND, random), "seed=" + seed);
    int sparse = contention.classNow();
    int steps = stepsToAChange(0.15, 300, random);
    assertTrue(steps > 0, "seed=" + seed);
    assertTrue(contention.classNow() > sparse + 1, "seed=" + seed);
    assertEquals(0.15, contention.density(), 0.05, "seed=" + seed);
    assertEquals(-1, stepsToAChange(0.15, 5 * STEPS_PER_SECOND, random), "seed=" + seed);
    steps = stepsToAChange(0.05, 300, random);
    assertTrue(steps > 0, "seed=" + seed);
    assertTrue(contention.classNow() <= sparse + 1, "seed=" + seed);
  }
}
