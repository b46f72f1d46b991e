package dev.yardmaster.api.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.YardmasterException;
import org.junit.jupiter.api.Test;

class OutcomeHorizonTest {

  private static final long RETENTION_MS = 1_000;

  private long nowMs;
  private final OutcomeHorizon horizon = new OutcomeHorizon(() -> nowMs, RETENTION_MS);

  private static TransactionId id(long createdMs) {
    return new TransactionId(createdMs, 1, 1);
  }

  @Test
  void itFollowsTheClockAndNeverFalls() {
    assertEquals(0, horizon.advance());
    nowMs = 5_000;
    assertEquals(4_000, horizon.advance());
    nowMs = 100;
    assertEquals(4_000, horizon.advance());
    horizon.raise(3_000);
    assertEquals(4_000, horizon.get());
    horizon.raise(4_500);
    assertEquals(4_500, horizon.get());
    horizon.raise(Long.MAX_VALUE);
    assertEquals(TransactionId.MAX_CREATED_MS, horizon.get());
  }

  @Test
  void noIdIsFromFurtherAheadThanClocksMayDiffer() {
    OutcomeHorizon patient = new OutcomeHorizon(() -> nowMs, 600_000);
    assertNull(patient.refusalOf(id(OutcomeHorizon.MAX_AHEAD_MS)));
    YardmasterException bad = patient.refusalOf(id(OutcomeHorizon.MAX_AHEAD_MS + 1));
    assertEquals(ErrorCode.BAD_ID, bad.code());
    assertTrue(bad.getMessage().contains("at most 10000 ms ahead"), bad::toString);
  }

  @Test
  void whatLiesBeforeItIsRefusedAndWhatLiesAheadOfTheClock() {
    nowMs = 5_000;
    YardmasterException expired = horizon.refusalOf(id(3_999));
    assertEquals(ErrorCode.EXPIRED_ID, expired.code());
    assertTrue(
        expired.getMessage().contains("horizonMs=4000, retentionMs=1000"), expired::toString);
    assertNull(horizon.refusalOf(id(4_000)));
    assertNull(horizon.refusalOf(id(6_000)));
    assertEquals(ErrorCode.BAD_ID, horizon.refusalOf(id(6_001)).code());
    horizon.raise(4_001);
    assertEquals(ErrorCode.EXPIRED_ID, horizon.refusalOf(id(4_000)).code());
  }
}
