package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which transactions join a group although they use other rows. */
@Timeout(60)
class LanesTest {

  @Test
  void aTransactionThatWaitsForALaneJoinsOnlyIfNoLaneIsIdle() throws Exception {
    Lanes lanes =
        new Lanes(
            new ScheduleConfig(50, 1, 1_000, 1_000),
            TimeUnit.SECONDS.toNanos(30),
            SystemNanoClock.INSTANCE,
            new SchedulerCounters());
    PendingTransaction<?> first = new PendingTransaction<>(List.of(), connection -> 1, true);
    PendingTransaction<?> second = new PendingTransaction<>(List.of(), connection -> 2, true);
    lanes.arrive(first);
    lanes.arrive(second);
    assertEquals(first, lanes.take(0));
    Thread idle =
        new Thread(
            () -> {
              try {
                lanes.take(Long.MAX_VALUE);
              } catch (InterruptedException e) {
                // The test interrupts the lane to end it.
              }
            });
    idle.start();
    long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (idle.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(System.nanoTime() - deadlineNs < 0, "the lane does not wait: " + idle.getState());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    assertNull(lanes.join(List.of(first), call -> false, call -> true));
    idle.interrupt();
    idle.join();
    assertNull(lanes.join(List.of(first), call -> true, call -> false));
    assertEquals(second, lanes.join(List.of(first), call -> false, call -> true));
    assertNull(lanes.join(List.of(first), call -> true, call -> true));
  }
}
