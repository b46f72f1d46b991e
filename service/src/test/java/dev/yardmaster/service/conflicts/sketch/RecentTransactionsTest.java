package dev.yardmaster.service.conflicts.sketch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RecentTransactionsTest {

  @Test
  void theLastOfEachSourceAreKnown() {
    RecentTransactions recent = new RecentTransactions(2, 3);
    // After 17 starts on one data directory, this is the first transaction number.
    long first = 17L << 35;
    for (long number = 1; number <= 5; number++) {
      recent.admitted(0, first + number, (int) number);
    }
    recent.admitted(1, first + 5, 65_535);
    assertEquals(ProcedureNames.UNKNOWN, recent.procedureOf(0, first + 1));
    for (int number = 2; number <= 5; number++) {
      assertEquals(number, recent.procedureOf(0, first + number));
    }
    assertEquals(65_535, recent.procedureOf(1, first + 5));
    assertEquals(ProcedureNames.UNKNOWN, recent.procedureOf(1, first + 4));
    assertEquals(ProcedureNames.UNKNOWN, recent.procedureOf(2, first + 5));
    assertEquals(ProcedureNames.UNKNOWN, recent.procedureOf(0, 0));
  }
}
