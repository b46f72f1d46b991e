package dev.yardmaster.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.processor.coordinator.WakeUp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LongSleepIdleStrategyTest {

  private final WakeUp wakeUp = new WakeUp();
  private final List<Long> parks = new ArrayList<>();
  private final LongSleepIdleStrategy idle =
      new LongSleepIdleStrategy(new NoOpIdleStrategy(), wakeUp, parks::add);

  private void idle(int rounds) {
    for (int i = 0; i < rounds; i++) {
      idle.idle(0);
    }
  }

  @Test
  void aThreadSleepsLongOnlyAfterManyRoundsWithoutWork() {
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS - 1);
    idle.idle(1);
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS);
    assertEquals(List.of(), parks);
    idle(2);
    assertEquals(List.of(LongSleepIdleStrategy.SLEEP_NS, LongSleepIdleStrategy.SLEEP_NS), parks);
  }

  @Test
  void aThreadLooksForWorkBetweenItsRequestAndItsSleep() {
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS);
    // The work arrived before the request, so there was no signal; the thread finds the work.
    idle.idle(1);
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS);
    assertEquals(List.of(), parks);
  }

  @Test
  void afterASignalEachThreadStaysAwakeForAllLightRounds() {
    LongSleepIdleStrategy other =
        new LongSleepIdleStrategy(new NoOpIdleStrategy(), wakeUp, parks::add);
    for (int i = 0; i < LongSleepIdleStrategy.LIGHT_ROUNDS - 1; i++) {
      other.idle(0);
    }
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS + 1);
    assertEquals(1, parks.size());
    wakeUp.signal();
    // The other thread's request does not make this thread sleep again.
    other.idle(0);
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS);
    assertEquals(1, parks.size());
    idle(1);
    assertEquals(2, parks.size());
  }

  @Test
  void aThreadThatHasWorkedWakesTheOthers() {
    int request = wakeUp.request();
    idle.idle(0);
    assertFalse(wakeUp.isSignalledSince(request));
    idle.idle(1);
    assertTrue(wakeUp.isSignalledSince(request));
  }

  @Test
  void aSignalBetweenTheRequestAndTheSleepIsNotLost() {
    idle(LongSleepIdleStrategy.LIGHT_ROUNDS);
    wakeUp.signal();
    idle(1);
    assertEquals(List.of(), parks);
  }

  @Test
  void aSignalWakesASleepingThread() throws InterruptedException {
    Thread sleeper =
        new Thread(
            () -> {
              int request = wakeUp.request();
              while (!wakeUp.isSignalledSince(request)) {
                LockSupport.park();
              }
            });
    wakeUp.add(sleeper);
    sleeper.start();
    while (sleeper.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    wakeUp.signal();
    sleeper.join(10_000);
    assertFalse(sleeper.isAlive(), "the thread still sleeps");
  }
}
