package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.TransactionStates;
import org.junit.jupiter.api.Test;

class PlorLockTest {

  private static final int WORKERS = 100;

  private final SharedWords words = new SharedWords(null);
  private final TransactionStates states = new TransactionStates(WORKERS);
  private final long[] record = new long[1 + PlorLock.words(WORKERS)];

  private PlorLock of(int worker, long age) {
    states.begin(worker, age);
    return new PlorLock(1, worker, WORKERS, states, words);
  }

  private PlorLock waiting(int worker, long age) {
    PlorLock lock = of(worker, age);
    lock.addWaiter(record, 0);
    return lock;
  }

  @Test
  void theOldestWriterThatIsNotWoundedGetsTheLock() {
    PlorLock first = of(0, 5);
    assertTrue(first.tryLock(record, 0));
    waiting(1, 30);
    PlorLock oldest = waiting(70, 10);
    waiting(99, 1);
    assertTrue(states.wound(words, 99, 1));
    assertFalse(oldest.tryLock(record, 0));
    first.unlock(record, 0);
    assertEquals(70, PlorLock.writer(oldest.word(record, 0)));
    assertFalse(oldest.isWaiter(record, 0, 70));
    oldest.unlock(record, 0);
    assertEquals(1, PlorLock.writer(oldest.word(record, 0)));
  }

  @Test
  void aLockWithoutAWaiterIsFree() {
    PlorLock only = of(99, 5);
    assertTrue(only.tryLock(record, 0));
    only.makeExclusive(record, 0);
    assertFalse(only.excludes(only.word(record, 0)));
    assertTrue(of(0, 6).excludes(only.word(record, 0)));
    only.unlock(record, 0);
    assertEquals(-1, PlorLock.writer(only.word(record, 0)));
    assertTrue(of(0, 6).tryLock(record, 0));
  }
}
