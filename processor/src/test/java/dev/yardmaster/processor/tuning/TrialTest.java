package dev.yardmaster.processor.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.tuning.Trial.Verdict;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparisons of two rates that are known. */
class TrialTest {

  private static final long STEP_NS = 250_000;
  private static final int TRIALS = 200;

  /** What is seen of a pipeline that does nothing but commit. */
  private static final class Commits implements Signs {
    private double completed;
    private long fullCycles;

    @Override
    public long completed() {
      return (long) completed;
    }

    @Override
    public long fullCycles() {
      return fullCycles;
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
      return completed();
    }

    @Override
    public long stale() {
      return 0;
    }

    @Override
    public long probes() {
      return 0;
    }

    @Override
    public long edgesProbed() {
      return 0;
    }

    @Override
    public long reorderBusyNs() {
      return 0;
    }
  }

  private final Commits commits = new Commits();
  private long nowNs;
  private int intervals;

  private Verdict decide(double present, double tried, boolean full, Random random) {
    Trial trial = new Trial(TunerPace.DEFAULT, nowNs, commits);
    Verdict verdict = Verdict.OPEN;
    boolean trying = false;
    while (verdict == Verdict.OPEN) {
      double rate = trial.isTrying() ? tried : present;
      commits.completed += rate * STEP_NS / 1e9 * (1 + 0.15 * random.nextGaussian());
      commits.fullCycles += full ? 1 : 0;
      nowNs += STEP_NS;
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
  void oneLookIsEnoughForWhatIsFarWorse(long seed) {
    assertEquals(
        Verdict.NOT_BETTER, decide(200_000, 20_000, true, new Random(seed)), "seed=" + seed);
    assertTrue(intervals <= 2, "seed=" + seed + ": " + intervals);
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
}
