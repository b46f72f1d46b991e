package dev.yardmaster.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Tests trials of a system with two settings; at first, the tried setting is better. */
class TrialsTest {

  private static final long STEP_NS = 250_000;

  /** The only step, which leads to the other setting. */
  private enum Other {
    OTHER
  }

  /**
   * With one setting, a transaction commits every 10 us; with the better setting, two do. Either
   * one of 100 pairs of transactions has an edge, or all pairs have one.
   */
  private static final class TunedSystem implements Tunable<Integer, Other>, TrialMetrics {

    private int setting;
    private long completed;
    private boolean hasChanged;
    private int better = 1;
    private boolean isDense;
    private long probes;
    private long edges;

    void pass() {
      completed += (setting == better ? 2 : 1) * STEP_NS / 10_000;
      probes += 100;
      edges += isDense ? 100 : 1;
    }

    @Override
    public long probes() {
      return probes;
    }

    @Override
    public long edgesProbed() {
      return edges;
    }

    @Override
    public void use(Integer next) {
      setting = next;
    }

    @Override
    public void measure(long nowNs) {}

    @Override
    public boolean hasChanged(long nowNs) {
      boolean result = hasChanged;
      hasChanged = false;
      return result;
    }

    @Override
    public Integer fitted(Integer same) {
      return same;
    }

    @Override
    public Integer after(Other change, Integer present, int tries) {
      return 1 - present;
    }

    @Override
    public Other reverse(Other change) {
      return change;
    }

    @Override
    public boolean mayPay(Other change, Integer present, double density) {
      return true;
    }

    @Override
    public long completed() {
      return completed;
    }

    @Override
    public long fullCycles() {
      return completed;
    }

    @Override
    public long inFlight() {
      return 1;
    }
  }

  private final TunedSystem system = new TunedSystem();
  private final Trials<Integer, Other> trials =
      new Trials<>(system, Other.values(), 0, system, new TrialLock(), TunerPace.DEFAULT, 0);
  private long nowNs;

  private void step() {
    system.pass();
    nowNs += STEP_NS;
    trials.look(nowNs);
  }

  @Test
  void aBetterSettingIsKept() {
    while (trials.kept() == 0) {
      step();
    }
    assertEquals(1, trials.begun());
    assertEquals(1, system.setting);
    assertEquals(1, trials.ended());
    assertEquals(1, trials.untilChange());
    while (trials.ended() < 3) {
      step();
    }
    assertEquals(1, trials.untilChange(), "later trials were not better");
  }

  /**
   * Changes the density between two estimates, and waits until the trials have noticed the change.
   */
  private void setDense(boolean isDense) {
    while (nowNs % TunerPace.DEFAULT.watchNs() != 0) {
      step();
    }
    system.isDense = isDense;
    long before = trials.shifts();
    while (trials.shifts() == before) {
      step();
    }
  }

  /**
   * When conflicts become as sparse as before, the setting that was best then is restored without a
   * trial.
   */
  @Test
  void theSettingChangesWithTheDensityOfConflicts() {
    while (trials.ended() < 2) {
      step();
    }
    assertEquals(1, trials.kept());
    setDense(true);
    assertEquals(1, system.setting, "nothing better is known");
    assertEquals(1, trials.untilChange());
    system.better = 0;
    while (trials.kept() == 1) {
      step();
    }
    long atSecond = trials.untilChange();
    while (trials.ended() == atSecond) {
      step();
    }
    setDense(false);
    assertEquals(1, system.setting);
    assertEquals(2, trials.kept());
    assertEquals(trials.begun(), trials.untilChange());
    assertTrue(trials.untilChange() > atSecond, "untilChange=" + trials.untilChange());
  }

  /** The trial's measurements are from the time before the work changed. */
  @Test
  void aTrialEndsWhenTheWorkChanges() {
    while (system.setting == 0) {
      step();
    }
    assertEquals(1, trials.begun());
    assertEquals(0, trials.ended());
    system.hasChanged = true;
    step();
    assertEquals(1, trials.ended());
    assertEquals(0, system.setting, "the setting of before is in use again");
    long restUntilNs = nowNs + TunerPace.DEFAULT.restNs();
    while (nowNs + STEP_NS < restUntilNs) {
      step();
      assertEquals(0, system.setting);
    }
    assertEquals(0, trials.kept());
    assertEquals(0, trials.untilChange());
    while (trials.kept() == 0) {
      step();
    }
    assertTrue(trials.begun() > 1, "begun=" + trials.begun());
    assertEquals(trials.begun(), trials.untilChange());
  }
}
