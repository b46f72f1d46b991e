package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallerCrowdTest {

  private static final long A_MINUTE_NS = 60_000_000_000L;

  private final CallerCrowd crowd = new CallerCrowd();

  /** Returns a caller that has gone to sleep: an interrupted thread leaves its sleep at once. */
  private Thread sleeper() throws InterruptedException {
    Thread caller =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              crowd.sleepIfMany(A_MINUTE_NS);
            });
    caller.start();
    caller.join();
    return caller;
  }

  private void join(int callers) {
    for (int i = 0; i < callers; i++) {
      crowd.join();
    }
  }

  @Test
  void amongFewCallersNobodySleeps() {
    join(4);
    crowd.sleepIfMany(A_MINUTE_NS);
    assertTrue(crowd.isEmpty());
  }

  @Test
  void amongManyCallersTheNextOnesSleepAndAreWokenInTheirOrder() throws Exception {
    join(5);
    Thread first = sleeper();
    Thread second = sleeper();
    long nowNs = CallerCrowd.CROWDED_INTERVAL_NS;
    assertEquals(first, crowd.next(nowNs));
    assertNull(crowd.next(nowNs + CallerCrowd.INTERVAL_NS), "others try");
    for (int i = 0; i < 5; i++) {
      crowd.leave();
    }
    assertEquals(second, crowd.next(nowNs + CallerCrowd.INTERVAL_NS), "nobody tries");
    assertTrue(crowd.isEmpty());
  }

  @Test
  void aSleepHasALimit() {
    join(5);
    crowd.sleepIfMany(1);
    crowd.sleepIfMany(-1);
  }

  @Test
  void allAreWokenAtTheEnd() throws Exception {
    join(5);
    List<Thread> callers = List.of(sleeper(), sleeper(), sleeper());
    List<Thread> woken = new ArrayList<>();
    crowd.wakeAll(woken::add);
    assertEquals(callers, woken);
  }
}
