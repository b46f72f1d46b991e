package dev.yardmaster.benchmarks.workload.tpce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.workload.records.RecordCall;
import dev.yardmaster.benchmarks.workload.tpce.calls.TradeResult;
import dev.yardmaster.benchmarks.workload.tpce.check.CommittedCounts;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceSettings;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceTables;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.Protocols;
import org.junit.jupiter.api.Test;

/** Tests the bounded queues of a client's market exchange. */
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

  /**
   * Checks that a client stops ordering if its trades are never completed, and that it continues
   * with other transactions.
   */
  @Test
  void aFullQueueOfSubmittedTradesStopsOrders() {
    TpceClient client = client();
    int calls = 300_000;
    int last = 10_000;
    long before = 0;
    for (int i = 0; i < calls; i++) {
      if (i == calls - last) {
        before = client.counts().orders();
      }
      RecordCall call = client.next();
      client.ended(call, !(call instanceof TradeResult));
    }
    CommittedCounts counts = client.counts();
    assertEquals(before, counts.orders());
    assertTrue(counts.marketOrders() > 8_000 && counts.marketOrders() < 8_193, counts.toString());

    for (int i = 0; i < last; i++) {
      client.ended(client.next(), true);
    }
    assertTrue(client.counts().orders() > before, "results make room for orders");
  }

  /**
   * Checks that, while no trade is submitted, the client skips trade-results and runs other
   * transactions.
   */
  @Test
  void withoutSubmittedTradesThereAreNoResults() {
    TpceClient client = client();
    for (int i = 0; i < 10_000; i++) {
      RecordCall call = client.next();
      assertFalse(call instanceof TradeResult);
      client.ended(call, false);
    }
  }

  private static TpceClient client() {
    TpceSettings settings = TpceTest.small(TpceMix.ORIGINAL);
    Database database = new Database(Protocols.named("silo", 1), 1);
    return new TpceClient(settings, TpceTables.create(database, settings), 0);
  }
}
