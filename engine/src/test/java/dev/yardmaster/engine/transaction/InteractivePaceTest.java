package dev.yardmaster.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InteractivePaceTest {

  /** A clock that advances by a fixed step at every read. */
  private static final class Clock {
    private static final long STEP_NS = 40;
    private long nowNs;

    long nowNs() {
      nowNs += STEP_NS;
      return nowNs;
    }
  }

  @Test
  void anAccessEndsWhenItsDelayIsOver() {
    Clock clock = new Clock();
    InteractivePace pace = new InteractivePace(clock::nowNs, 1_000);
    long begunNs = clock.nowNs;
    pace.access();
    long tookNs = clock.nowNs - begunNs;
    assertTrue(tookNs >= 1_000 && tookNs <= 1_000 + 2 * Clock.STEP_NS, "took " + tookNs + " ns");
  }

  @Test
  void onlyAccessesAreDelayed() {
    Clock clock = new Clock();
    InteractivePace pace = new InteractivePace(clock::nowNs, 1_000_000);
    pace.step();
    pace.await(0);
    pace.restart(1, false);
    assertEquals(0, clock.nowNs);
    assertEquals(Clock.STEP_NS, pace.nowNs());
  }

  @Test
  void noDelayIsNone() {
    Clock clock = new Clock();
    new InteractivePace(clock::nowNs, 0).access();
    assertTrue(clock.nowNs <= Clock.STEP_NS);
  }
}
