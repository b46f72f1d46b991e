package dev.yardmaster.engine.service.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.service.Closing;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class InteractivePermitsTest {

  private static final long NEVER_NS = Long.MAX_VALUE;

  private final InteractivePermits permits =
      new InteractivePermits(
          1, () -> 0, new Closing(null, "closing", () -> 0, (waits, over) -> {}, 1_000_000_000));

  @Test
  void aWaitingTransactionGetsItsPermitAtTheLatestInTheNextTurn() {
    assertNull(permits.take(NEVER_NS));
    CompletableFuture<Outcome<Object>> other =
        CompletableFuture.supplyAsync(
            () -> {
              Outcome<Object> refusal = permits.take(NEVER_NS);
              permits.giveBack();
              return refusal;
            });
    while (permits.waiting() == 0) {
      LockSupport.parkNanos(100_000);
    }

    for (int i = 0; i < InteractivePermits.TURN && !other.isDone(); i++) {
      permits.giveBack();
      assertNull(permits.take(NEVER_NS));
    }

    assertNull(other.join());
    assertEquals(1, permits.taken());
    permits.giveBack();
    assertTrue(permits.areFree());
  }

  @Test
  void aTransactionThatWaitsForTooLongIsRefused() {
    assertNull(permits.take(NEVER_NS));
    Outcome<Object> refused = permits.take(-1);
    assertEquals(ErrorCode.OVERLOADED, ((Outcome.Rejected<Object>) refused).error().code());
    assertEquals(1, permits.taken());
  }
}
