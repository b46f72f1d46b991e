package dev.yardmaster.validator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.validator.ValidatedTransaction.Rerun;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepairsTest {

  private static final long BUDGET_NS = 100;

  private final ValidatorCounters counters = new ValidatorCounters();
  private long nowNs = 7;
  private final Repairs repairs =
      new Repairs(BUDGET_NS, new CommittedVersions(4), () -> nowNs, counters);
  private SumTransaction last;

  /**
   * Tries to repair a transaction, whose run takes the given time and ends with the given result.
   */
  private boolean repair(long tookNs, Rerun end) {
    ValidationRequest request = new ValidationRequest(0, new ArrayDeque<>());
    request.begin(1, 0, 1);
    last =
        new SumTransaction(request, 1)
            .writes(1)
            .whileItRuns(() -> nowNs += tookNs)
            .endsWith(end)
            .fill();
    request.transaction(last, true, true);
    return repairs.repair(request);
  }

  @Test
  void aBatchHasOneBudgetForAllItsRepairs() {
    repairs.beginBatch();
    assertTrue(repair(60, Rerun.DONE));
    assertEquals(BUDGET_NS, last.budgetNs());
    assertTrue(repair(39, Rerun.DONE));
    assertEquals(40, last.budgetNs());
    assertTrue(repair(1, Rerun.DONE));
    assertEquals(1, last.budgetNs());
    assertFalse(repair(1, Rerun.DONE));
    assertEquals(0, last.reruns());
    assertEquals(3, counters.get(ValidatorCounter.REPAIRED));
    assertEquals(1, counters.get(ValidatorCounter.REPAIRS_OVER_BUDGET));
    assertEquals(100, counters.get(ValidatorCounter.REPAIR_NS));
  }

  @Test
  void theNextBatchHasItsWholeBudget() {
    repairs.beginBatch();
    assertTrue(repair(3 * BUDGET_NS, Rerun.DONE));
    assertFalse(repair(1, Rerun.DONE));
    repairs.beginBatch();
    assertTrue(repair(1, Rerun.DONE));
    assertEquals(BUDGET_NS, last.budgetNs());
  }

  @Test
  void repairsThatFailAreOnTheBudgetToo() {
    repairs.beginBatch();
    assertFalse(repair(BUDGET_NS, Rerun.OVERDUE));
    assertFalse(repair(1, Rerun.DONE));
    assertEquals(1, counters.get(ValidatorCounter.REPAIRS_OVER_BUDGET));
  }

  @Test
  void countsHowEachEnded() {
    Map<Rerun, ValidatorCounter> counterOf = new EnumMap<>(Rerun.class);
    counterOf.put(Rerun.DONE, ValidatorCounter.REPAIRED);
    counterOf.put(Rerun.UNKNOWN_KEY, ValidatorCounter.REPAIRS_WITH_UNKNOWN_KEY);
    counterOf.put(Rerun.THREW, ValidatorCounter.REPAIRS_THAT_THREW);
    counterOf.put(Rerun.OVERDUE, ValidatorCounter.REPAIRS_OVERDUE);
    counterOf.put(Rerun.SUSPENDED, ValidatorCounter.REPAIRS_SUSPENDED);
    for (Rerun end : Rerun.values()) {
      repairs.beginBatch();
      for (int i = 0; i <= end.ordinal(); i++) {
        assertEquals(end == Rerun.DONE, repair(1, end), end.toString());
      }
    }
    counterOf.forEach(
        (end, counter) -> assertEquals(end.ordinal() + 1, counters.get(counter), end.toString()));
    assertEquals(0, counters.get(ValidatorCounter.REPAIRS_OVER_BUDGET));
  }
}
