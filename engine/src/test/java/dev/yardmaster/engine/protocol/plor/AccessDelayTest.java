package dev.yardmaster.engine.protocol.plor;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.engine.transaction.ThreadPace;
import org.junit.jupiter.api.Test;

class AccessDelayTest {

  private long nowNs;
  private final AccessDelay delay = new AccessDelay(new ThreadPace(() -> nowNs));

  /**
   * Runs 16 transactions of four accesses each. One of the 16 transactions is measured. Returns
   * whether the next transaction delays its locks.
   */
  private boolean afterTransactions(long tookNs, boolean waits) {
    for (int i = 0; i < 16; i++) {
      var unused = delay.begin();
      nowNs += tookNs;
      if (waits) {
        delay.discard();
      }
      delay.end(4);
    }
    return delay.begin();
  }

  @Test
  void locksAreDelayedWhileAccessesTakeLong() {
    assertFalse(delay.begin());
    assertFalse(afterTransactions(20_000, false), "5 us an access");
    assertTrue(afterTransactions(20_100, false));
    assertTrue(afterTransactions(0, true), "what has waited does not count");
    assertFalse(afterTransactions(1_000, false));
    assertFalse(afterTransactions(1_000_000, true));
  }
}
