package dev.yardmaster.benchmarks.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the settings that are derived from a plan. */
class JdbcPlanTest {

  private static JdbcPlan plan(int queued) {
    return new JdbcPlan(
        List.of(JdbcSideName.values()),
        BankLogic.INTERACTIVE,
        1,
        1,
        queued,
        LockOrder.SORTED,
        2,
        List.of(0.0),
        List.of(16),
        1,
        0,
        1,
        1,
        false);
  }

  @ParameterizedTest
  @CsvSource({
    "NOBATCH, 16",
    "NOBATCH_PROCEDURE, 16",
    "CAP, 16",
    "BATCH, 66",
    "REORDER, 66",
    "REORDER_THREADS, 16",
    "EARLY_RELEASE, 66",
    "JOINED, 66",
    "JOINED_EARLY_RELEASE, 66",
    "DROP_IN, 16",
    "PASS_THROUGH, 16"
  })
  void onlySidesWithoutClientThreadsQueue(JdbcSideName side, int inFlight) {
    assertEquals(inFlight, plan(50).inFlight(side, 16));
    assertEquals(16, plan(0).inFlight(side, 16));
  }
}
