package dev.yardmaster.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.trials.Trial.Verdict;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests trials of two settings whose rates of commits are known. */
class TrialTest {

  private static final long STEP_NS = 250_000;
  private static final int TRIALS = 200;

  /** The metrics of a simulated pipeline that produces only commits. */
  private static final class Commits implements TrialMetrics {
    private double completed;
    private long fullCycles;
    private long inFlight = 60;
    private long burstNs = 1;
    private long seen;

    private void commit(double more, boolean full, long nowNs) {
      completed += more;
      fullCycles += full ? 1 : 0;
      // Bursts occur at fixed times, independent of the length of a step.
      if (nowNs / burstNs != (nowNs - STEP_NS) / burstNs) {
        seen = (long) completed;
      }
    }

    @Override
    public long completed() {
      return seen;
    }

    @Override
    public long fullCycles() {
      return fullCycles;
    }

    @Override
    public long inFlight() {
      return inFlight;
    }
  }

  private final Commits commits = new Commits();
  private long nowNs;
  private int intervals;

  /** How much the logarithm of the machine's speed grows per second. */
  private double drift;

  /** The probability that the pipeline's thread stops for 10 ms after a step. */
  private double stops;

  /** The number of steps from the beginning of a transaction to its end. */
  private int lag;

  private Verdict decide(double present, double tried, boolean full, Random random) {
    Trial trial = new Trial(TunerPace.DEFAULT, Tunable.MIN_GAIN, nowNs, commits);
    Verdict verdict = Verdict.OPEN;
    boolean trying = false;
    long beganNs = nowNs;
    Queue<Boolean> begun = new ArrayDeque<>(Collections.nCopies(lag, false));
    while (verdict == Verdict.OPEN) {
      begun.add(trial.isTrying());
      double rate = begun.remove() ? tried : present;
      double speed = Math.exp(drift * (nowNs - beganNs) / 1e9);
      nowNs += STEP_NS + (random.nextDouble() < stops ? 10_000_000 : 0);
      commits.commit(
          rate * speed * STEP_NS / 1e9 * (1 + 0.15 * random.nextGaussian()), full, nowNs);
      verdict = trial.goOn(nowNs, commits);
      intervals += trying == trial.isTrying() ? 0 : 1;
      trying = trial.isTrying();
    }
    return verdict;
  }

  private int better(long seed, double ratio) {
    Random random = new Random(seed);
    int better = 0;
    for (int i = 0; i < TRIALS; i++) {
      better += decide(200_000, 200_000 * ratio, true, random) == Verdict.BETTER ? 1 : 0;
    }
    return better;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void seesTenPercent(long seed) {
    assertTrue(better(seed, 1.1) > 0.9 * TRIALS, "seed=" + seed);
    assertTrue(better(seed, 0.9) < 0.02 * TRIALS, "seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void isSeldomWrongAboutNothing(long seed) {
    int better = better(seed, 1);
    assertTrue(better < 0.2 * TRIALS, "seed=" + seed + ": " + better);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aDriftOfTheMachinesSpeedCancels(long seed) {
    // The machine's speed drifts by 5 % in an interval.
    for (double each : new double[] {-12, 12}) {
      drift = each;
      String shown = "seed=" + seed + ", drift=" + drift + ": ";
      int better = better(seed, 1);
      assertTrue(better < 0.2 * TRIALS, shown + better);
      better = better(seed, 0.95);
      assertTrue(better < 0.02 * TRIALS, shown + better);
      better = better(seed, 1.2);
      assertTrue(better > 0.9 * TRIALS, shown + better);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aThreadThatSometimesStopsHidesNoGain(long seed) {
    // The thread stops in a fifth of the pairs.
    stops = 0.008;
    int better = better(seed, 1.08);
    assertTrue(better > 0.6 * TRIALS, "seed=" + seed + ": " + better);
    better = better(seed, 1);
    assertTrue(better < 0.2 * TRIALS, "seed=" + seed + ": " + better);
    better = better(seed, 0.9);
    assertTrue(better < 0.02 * TRIALS, "seed=" + seed + ": " + better);
  }

  @ParameterizedTest
  @ValueSource(longs = {5_000_000, 10_000_000})
  void burstsHideNoGain(long burstNs) {
    commits.burstNs = burstNs;
    for (long seed = 1; seed <= 3; seed++) {
      String shown = "seed=" + seed + ", burst=" + burstNs + " ns: ";
      int better = better(seed, 1.5);
      assertTrue(better > 0.95 * TRIALS, shown + better);
      better = better(seed, 1 / 1.5);
      assertTrue(better < 0.02 * TRIALS, shown + better);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 20, 50, 100})
  void whatEndsLateIsNotTakenForTheWorkOfAnother(int lagMs) {
    lag = (int) (lagMs * 1_000_000L / STEP_NS);
    commits.inFlight = 200L * lagMs;
    for (long seed = 1; seed <= 3; seed++) {
      Random random = new Random(seed);
      int idle = 0;
      for (int i = 0; i < 50; i++) {
        Verdict good = decide(200_000, 300_000, true, random);
        Verdict bad = decide(200_000, 133_000, true, random);
        String shown = "seed=" + seed + ", lag=" + lagMs + " ms: " + good + ", " + bad;
        assertTrue(good == Verdict.BETTER || good == Verdict.IDLE, shown);
        assertTrue(bad == Verdict.NOT_BETTER || bad == Verdict.IDLE, shown);
        idle += good == Verdict.IDLE || bad == Verdict.IDLE ? 1 : 0;
      }
      assertEquals(lagMs > 30 ? 50 : 0, idle, "seed=" + seed + ", lag=" + lagMs + " ms");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void oneLookIsEnoughForWhatIsFarWorse(long seed) {
    assertEquals(
        Verdict.NOT_BETTER, decide(200_000, 20_000, true, new Random(seed)), "seed=" + seed);
    assertTrue(intervals <= 2, "seed=" + seed + ": " + intervals);
  }

  @ParameterizedTest
  @CsvSource({"1, 60000, 1", "2, 60000, 1", "1, 100000, 2", "2, 100000, 2"})
  void theWorseTheTriedSettingTheFewerPairsDecide(long seed, double tried, int switches) {
    assertEquals(
        Verdict.NOT_BETTER, decide(200_000, tried, true, new Random(seed)), "seed=" + seed);
    assertEquals(switches, intervals, "seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void saysNothingWhereArrivalsAreTheLimit(long seed) {
    assertEquals(Verdict.IDLE, decide(200_000, 400_000, false, new Random(seed)), "seed=" + seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void endsWhereNothingCommits(long seed) {
    assertEquals(Verdict.IDLE, decide(0, 0, true, new Random(seed)), "seed=" + seed);
  }

  /** An interval must count only commits that happen while the interval's setting is in effect. */
  @Test
  void anIntervalWaitsUntilItsSettingIsInForce() {
    boolean[] isInForce = {true};
    TrialMetrics switching =
        new TrialMetrics() {
          @Override
          public long completed() {
            return nowNs / 1_000;
          }

          @Override
          public long fullCycles() {
            return nowNs;
          }

          @Override
          public long inFlight() {
            return 0;
          }

          @Override
          public boolean isInForce() {
            return isInForce[0];
          }
        };
    Trial trial = new Trial(TunerPace.DEFAULT, Tunable.MIN_GAIN, nowNs, switching);
    while (!trial.isTrying()) {
      nowNs += STEP_NS;
      assertEquals(Verdict.OPEN, trial.goOn(nowNs, switching));
    }
    isInForce[0] = false;
    long longNs = 5 * TunerPace.DEFAULT.intervalNs();
    for (long untilNs = nowNs + longNs; nowNs < untilNs; nowNs += STEP_NS) {
      assertEquals(Verdict.OPEN, trial.goOn(nowNs, switching));
    }
    isInForce[0] = true;
    // The time of the last call that found the setting not yet in effect.
    long inForceNs = nowNs - STEP_NS;
    // Now follows the second interval of the tried setting.
    Verdict verdict = Verdict.OPEN;
    while (trial.isTrying() && verdict == Verdict.OPEN) {
      nowNs += STEP_NS;
      verdict = trial.goOn(nowNs, switching);
    }
    assertEquals(Verdict.OPEN, verdict);
    long leastNs = 2 * (TunerPace.DEFAULT.settleNs() + TunerPace.DEFAULT.intervalNs());
    assertTrue(nowNs - inForceNs >= leastNs, "ns=" + (nowNs - inForceNs));
  }
}
