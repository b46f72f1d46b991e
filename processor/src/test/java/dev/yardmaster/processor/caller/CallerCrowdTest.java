package dev.yardmaster.processor.caller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class CallerCrowdTest {

  private static final long START_NS = Long.MIN_VALUE + 5;
  private static final long A_MINUTE_NS = 60_000_000_000L;

  private final CallerCrowd crowd = new CallerCrowd(START_NS, A_MINUTE_NS);
  private final AtomicInteger ended = new AtomicInteger();

  /** Returns sleeping callers, in the order in which they went to sleep. */
  private List<Thread> sleepers(int count) {
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Thread caller =
          new Thread(
              () -> {
                crowd.sleepIfMany(A_MINUTE_NS);
                ended.incrementAndGet();
              });
      caller.start();
      callers.add(caller);
      while (LockSupport.getBlocker(caller) != crowd) {
        LockSupport.parkNanos(100_000);
      }
    }
    return callers;
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
    List<Thread> callers = sleepers(2);
    assertNull(crowd.next(START_NS + CallerCrowd.INTERVAL_NS), "others try");
    long nowNs = START_NS + CallerCrowd.CROWDED_INTERVAL_NS;
    assertEquals(callers.get(0), crowd.next(nowNs));
    for (int i = 0; i < 5; i++) {
      crowd.leave();
    }
    assertNull(crowd.next(nowNs + CallerCrowd.INTERVAL_NS - 1));
    assertEquals(callers.get(1), crowd.next(nowNs + CallerCrowd.INTERVAL_NS), "nobody tries");
    assertTrue(crowd.isEmpty());
    for (Thread caller : callers) {
      LockSupport.unpark(caller);
      caller.join();
    }
  }

  @Test
  void aCallerThatWakesByItselfIsNotCalled() throws Exception {
    join(5);
    crowd.sleepIfMany(1);
    crowd.sleepIfMany(-1);
    Thread interrupted = sleepers(1).get(0);
    interrupted.interrupt();
    interrupted.join();
    assertTrue(crowd.isEmpty());
    assertNull(crowd.next(START_NS + CallerCrowd.CROWDED_INTERVAL_NS));
  }

  @Test
  void allAreWokenAtTheEnd() throws Exception {
    join(5);
    List<Thread> callers = sleepers(3);
    crowd.wakeAll(LockSupport::unpark);
    for (Thread caller : callers) {
      caller.join();
    }
    assertEquals(3, ended.get());
  }
}
