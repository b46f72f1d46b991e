package dev.yardmaster.processor.tuning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests the window on model pipelines, whose throughput is a noisy function of the width. */
class AdaptiveWindowTest {

  private static final long TICK_NS = 1_000_000;
  private static final int MOST = 300;

  private final Random random = new Random(42);
  private double commits;
  private long nowNs;

  /** Runs the model for the given number of seconds. Returns the mean width of the last seconds. */
  private double play(
      AdaptiveWindow window, DoubleUnaryOperator commitsPerMs, boolean full, int seconds) {
    double widths = 0;
    for (int ms = 1; ms <= 1_000 * seconds; ms++) {
      double noise = 1 + 0.1 * random.nextGaussian();
      commits += commitsPerMs.applyAsDouble(window.width()) * Math.max(0, noise);
      if (full) {
        window.full();
      }
      nowNs += TICK_NS;
      window.adapt(nowNs, (long) commits);
      widths += ms > 1_000 * (seconds - 1) ? window.width() : 0;
    }
    return widths / 1_000;
  }

  private static AdaptiveWindow adaptive() {
    return AdaptiveWindow.adaptive(MOST, 0);
  }

  @Test
  void opensWhereEveryTransactionMoreIsAGain() {
    double width = play(adaptive(), w -> w * 2, true, 3);
    assertTrue(width > 250, "width=" + width);
  }

  @Test
  void staysAsNarrowAsItMayWhereMoreInFlightBringsNothing() {
    // In the model, 20 transactions in flight keep the pipeline busy; further transactions only
    // wait.
    double width = play(adaptive(), w -> Math.min(w, 20) * 20, true, 12);
    assertTrue(width > 15 && width < 40, "width=" + width);
  }

  @Test
  void closesWhereConflictsEatTheGain() {
    // In the model, 10 transactions in flight keep the pipeline busy. Each further transaction
    // makes more runs
    // stale.
    double width = play(adaptive(), w -> Math.min(w, 10) * 40 / (1 + 0.05 * w), true, 3);
    assertTrue(width > 6 && width < 16, "width=" + width);
  }

  @Test
  void followsAChange() {
    AdaptiveWindow window = adaptive();
    double wide = play(window, w -> w * 2, true, 3);
    double narrow = play(window, w -> 400 / (1 + 0.1 * w), true, 3);
    assertTrue(wide > 250, "width=" + wide);
    assertTrue(narrow < 50, "width=" + narrow);
  }

  @Test
  void doesNotMoveWhileArrivalsAreTheLimit() {
    double width = play(adaptive(), w -> 5, false, 3);
    assertEquals(
        64, width, 8, "the width must stay near the first width; trials change it slightly");
  }

  @Test
  void isNeverBelowOneNorAboveTheConcurrency() {
    assertTrue(play(adaptive(), w -> 1_000.0 / w, true, 3) >= 1);
    AdaptiveWindow small = AdaptiveWindow.adaptive(2, 0);
    assertTrue(play(small, w -> w, true, 3) <= 2);
    AdaptiveWindow one = AdaptiveWindow.adaptive(1, 0);
    assertEquals(1, play(one, w -> w, true, 1));
  }

  @Test
  void staysInTheMiddleWhileHeld() {
    AdaptiveWindow window = adaptive();
    assertEquals(74, window.width(), "above");
    play(window, w -> w * 2, true, 3);
    window.hold();
    int middle = window.width();
    for (int ms = 0; ms < 100; ms++) {
      window.hold();
      assertEquals(middle, window.width());
    }
    nowNs += 100 * TICK_NS;
    window.adapt(nowNs, (long) commits);
    assertTrue(Math.abs(window.width() - middle) > 5, "width=" + window.width());
  }

  /**
   * A hold may interrupt a pair of intervals. After the hold, the window must begin the pair anew:
   * it must ignore the measurements before the hold, and also that it delayed no transaction before
   * the hold.
   */
  @Test
  void beginsThePairAnewAfterwards() {
    AdaptiveWindow held = adaptive();
    for (int ms = 0; held.width() > 64; ms++) {
      assertTrue(ms < 100, "width=" + held.width());
      nowNs += TICK_NS;
      held.adapt(nowNs, 0);
    }
    assertEquals(
        56,
        held.width(),
        "the width must be below the center after an interval with few commits and free room");
    nowNs += TICK_NS;
    held.adapt(nowNs, 1_000);
    held.hold();
    assertEquals(64, held.width());
    nowNs += 50 * TICK_NS;
    AdaptiveWindow fresh = AdaptiveWindow.adaptive(MOST, nowNs);
    long mine = 100_000;
    long others = 0;
    for (int ms = 0; ms < 100; ms++) {
      held.adapt(nowNs, mine);
      fresh.adapt(nowNs, others);
      assertEquals(fresh.width(), held.width(), "ms=" + ms);
      mine += 2L * held.width();
      others += 2L * fresh.width();
      held.full();
      fresh.full();
      nowNs += TICK_NS;
    }
    assertTrue(held.width() > 80, "width=" + held.width());
  }

  @Test
  void fixedAndOpenOnesDoNotMove() {
    assertEquals(40, play(AdaptiveWindow.fixed(MOST, 40), w -> w, true, 1));
    assertEquals(300, play(AdaptiveWindow.fixed(MOST, MOST), w -> 1, true, 1));
    assertEquals(300, play(AdaptiveWindow.fixed(MOST, 999), w -> 1, true, 1));
  }
}
