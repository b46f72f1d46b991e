package dev.yardmaster.trials;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Trials of a system with two settings, of which the tried one is better. */
class TrialsTest {

  private static final long STEP_NS = 250_000;

  /** The only step: to the other setting. */
  private enum Other {
    OTHER
  }

  /** Commits a transaction each 10 us with the setting 0, and twice as many with 1. */
  private static final class System implements Tunable<Integer, Other>, TrialMetrics {

    private int setting;
    private long completed;
    private boolean hasChanged;

    void pass() {
      completed += (1 + setting) * STEP_NS / 10_000;
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

  private final System system = new System();
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
  }

  /** What the trial has measured belongs to the work of before. */
  @Test
  void aTrialEndsWhenTheWorkChanges() {
    while (system.setting == 0) {
      step();
    }
    assertEquals(1, trials.begun());
    system.hasChanged = true;
    step();
    assertEquals(0, system.setting, "the setting of before is in use again");
    long restUntilNs = nowNs + TunerPace.DEFAULT.restNs();
    while (nowNs + STEP_NS < restUntilNs) {
      step();
      assertEquals(0, system.setting);
    }
    assertEquals(0, trials.kept());
    while (trials.kept() == 0) {
      step();
    }
    assertTrue(trials.begun() > 1, "begun=" + trials.begun());
  }
}
