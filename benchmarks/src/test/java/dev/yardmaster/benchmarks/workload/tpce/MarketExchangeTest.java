package dev.yardmaster.benchmarks.workload.tpce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Tests the bounded queues of a client's part of the market. */
class MarketExchangeTest {

  @Test
  void pairsComeOutInTheirOrder() {
    PairQueue queue = new PairQueue(3);
    for (int i = 0; i < 10; i++) {
      queue.add(i, 2 * i);
      queue.add(i + 100, 0);
      assertEquals(i, queue.first());
      assertEquals(2 * i, queue.second());
      queue.remove();
      queue.remove();
      assertEquals(0, queue.size());
    }
  }

  @Test
  void aFullQueueRefusesOrReplaces() {
    PairQueue queue = new PairQueue(2);
    queue.add(1, 1);
    queue.add(2, 2);
    assertThrows(IllegalStateException.class, () -> queue.add(3, 3));
    queue.addOrReplace(3, 3);
    assertEquals(2, queue.first());
    assertEquals(2, queue.size());
  }
}
