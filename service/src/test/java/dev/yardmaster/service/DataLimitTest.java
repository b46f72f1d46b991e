package dev.yardmaster.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import org.junit.jupiter.api.Test;

class DataLimitTest {

  @Test
  void aLimitThatPassesSaysSo() {
    DataLimit limit = new DataLimit(1_000, () -> 990, () -> true);
    assertNull(limit.refusal(10));
    assertNull(limit.refusal(0));
    YardmasterException refused = limit.refusal(11);
    assertEquals(ErrorCode.MEMORY_FULL, refused.code());
    assertTrue(refused.getMessage().contains("try again later"), refused.getMessage());
    assertTrue(refused.getMessage().contains("limit=1000"), refused.getMessage());
    Outcome<Object> outcome = Failures.outcome(refused, "logic", 0, null);
    assertEquals(refused, outcome.error());
  }

  @Test
  void transactionsWaitNearTheLimitWhileMemoryBecomesFree() {
    assertTrue(new DataLimit(1_000, () -> 850, () -> true).holdsBack());
    assertFalse(new DataLimit(1_000, () -> 840, () -> true).holdsBack());
    assertFalse(new DataLimit(1_000, () -> 990, () -> false).holdsBack());
    assertFalse(new DataLimit(1_000, () -> 990).holdsBack());
  }

  @Test
  void aLimitThatStaysSaysWhatToDo() {
    YardmasterException refused = new DataLimit(1_000, () -> 990).refusal(11);
    assertEquals(ErrorCode.MEMORY_FULL, refused.code());
    assertTrue(refused.getMessage().contains("delete data"), refused.getMessage());
    assertEquals(refused, Failures.outcome(refused, "logic", 0, null).error());
  }
}
