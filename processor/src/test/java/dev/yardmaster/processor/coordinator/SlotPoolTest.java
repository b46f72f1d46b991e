package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.WriteRequest;
import dev.yardmaster.validator.ValidationRequest;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** Tests which transactions count as running, and which ones count against the limit. */
class SlotPoolTest {

  private final SlotPool pool = new SlotPool(3, SlotPoolTest::slot);

  private static TransactionSlot slot(int index) {
    return new TransactionSlot(
        index,
        new RunBuffer(
            new WriteSet(), new Fingerprints(1, 2), new TransactionLimits(10, 100, 1_000, 1), 1),
        new ReadRequest[0],
        new WriteRequest[0],
        new ValidationRequest(index, new ArrayDeque<>()),
        null,
        null);
  }

  private void assertCounts(int inFlight, int running, int queued, int active) {
    assertEquals(inFlight, pool.inFlight(), "in flight");
    assertEquals(running, pool.running(), "running");
    assertEquals(queued, pool.queued(), "queued");
    assertEquals(active, pool.active(), "active");
  }

  @Test
  void aSlotIsInUseUntilItIsReleased() {
    assertEquals(3, pool.size());
    TransactionSlot first = pool.take();
    assertFalse(pool.areAllFree());
    TransactionSlot second = pool.take();
    TransactionSlot third = pool.take();
    assertFalse(pool.hasFree());
    pool.ended();
    assertFalse(pool.hasFree());
    pool.release(second);
    assertTrue(pool.hasFree());
    assertEquals(second, pool.take());
    pool.release(first);
    pool.release(second);
    assertFalse(pool.areAllFree());
    pool.release(third);
    assertTrue(pool.areAllFree());
  }

  @Test
  void aTransactionThatWaitsForAHotKeyOrForItsCallerDoesNotCountAgainstTheLimit() {
    pool.take();
    pool.take();
    assertCounts(2, 2, 0, 2);
    pool.enqueued();
    assertCounts(2, 1, 1, 1);
    pool.handedToCaller();
    assertCounts(2, 0, 1, 0);
    pool.dequeued();
    assertCounts(2, 1, 0, 1);
    pool.returnedByCaller();
    assertCounts(2, 2, 0, 2);
    pool.ended();
    assertCounts(1, 1, 0, 1);
  }

  @Test
  void aTransactionThatWaitsForAReservationOrAnInstallDoesNotRun() {
    pool.take();
    pool.suspended();
    assertCounts(1, 0, 0, 1);
    pool.resumed();
    assertCounts(1, 1, 0, 1);
    pool.suspended();
    pool.endedSuspended();
    assertCounts(0, 0, 0, 0);
  }
}
