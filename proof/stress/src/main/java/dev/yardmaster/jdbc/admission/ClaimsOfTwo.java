package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.AdmittedTicket.Hold;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;

/**
 * Claims of the same rows by two transactions: one runs without the lock, and one in the schedule
 * is about to mark the rows.
 */
abstract class ClaimsOfTwo {

  static final RowUse FIRST = new RowUse(1, 1, true);
  static final RowUse SECOND = new RowUse(1, 2, true);

  /** How often a transaction was moved to the schedule. */
  int moved;

  final RowClaims claims = new RowClaims(ticket -> moved++);

  /** A transaction that uses the first row. */
  final AdmittedTicket running = new AdmittedTicket(List.of(FIRST));

  /** A transaction in the schedule that uses both rows. */
  final AdmittedTicket waiting = new AdmittedTicket(List.of(FIRST, SECOND));

  ClaimsOfTwo() {
    waiting.hold.set(Hold.SCHEDULED);
  }
}
