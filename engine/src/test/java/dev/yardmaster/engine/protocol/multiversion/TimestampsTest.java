package dev.yardmaster.engine.protocol.multiversion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.Pace;
import org.junit.jupiter.api.Test;

/** Tests that timestamps are unique, rise, and follow real time, even with a coarse clock. */
class TimestampsTest {

  private final StoppedClock clock = new StoppedClock();
  private final Timestamps high = new Timestamps(9, clock, 0);
  private final Timestamps low = new Timestamps(8, clock, 0);

  @Test
  void whoBeginsAfterAnEndComesLaterThoughTheClockStands() {
    long ended = high.next();
    high.awaitPassed();
    assertTrue(low.next() > Timestamps.writeOf(ended));
  }

  @Test
  void aWorkersOwnRiseThoughTheClockStands() {
    long first = low.next();
    assertTrue(low.next() > Timestamps.writeOf(first));
  }

  @Test
  void nobodyElsesLieBetweenReadAndWrite() {
    long first = low.next();
    long second = high.next();
    assertTrue(second > Timestamps.writeOf(first));
    assertTrue(Timestamps.isWrite(Timestamps.writeOf(first)));
    assertTrue(!Timestamps.isWrite(first));
  }

  @Test
  void theyLastForNineYearsAndThenEndLoudly() {
    clock.nowNs = (1L << 58) - 40;
    long late = low.next();
    assertTrue(late > 0 && low.next() > late);
    clock.nowNs = 1L << 58;
    String message = assertThrows(IllegalStateException.class, low::next).getMessage();
    assertTrue(message.contains("limitNs=" + ((1L << 58) - 16)), message);
    assertThrows(IllegalStateException.class, low::next);
  }

  @Test
  void theyRiseByTheClock() {
    long before = low.next();
    clock.nowNs += 365L * 86_400 * 1_000_000_000;
    long yearLater = low.next();
    assertTrue(yearLater - before > (1L << 59), "before=" + before + ", later=" + yearLater);
  }

  /** A pace whose clock advances only while a worker waits for the clock. */
  private static final class StoppedClock implements Pace {

    private long nowNs = 1_000;

    @Override
    public void access() {}

    @Override
    public void step() {}

    @Override
    public void await(int round) {
      nowNs++;
    }

    @Override
    public void restart(int restarts, boolean hasAge) {}

    @Override
    public long nowNs() {
      return nowNs;
    }
  }

  @Test
  void moreWorkersThanTimestampsDistinguishAreRefused() {
    assertEquals(
        "a multi-version engine has at most 256 workers: workers=257",
        assertThrows(IllegalArgumentException.class, () -> new MultiVersion(257)).getMessage());
  }
}
