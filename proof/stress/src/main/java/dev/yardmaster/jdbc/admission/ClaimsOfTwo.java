package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.AdmittedTicket.Hold;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;

/**
 * Two transactions that claim the same rows. One of them runs without the lock. The other is in the
 * schedule, and is about to mark the rows.
 */
abstract class ClaimsOfTwo {

  static final RowUse FIRST = new RowUse(1, 1, true);
  static final RowUse SECOND = new RowUse(1, 2, true);

  /** The number of times that a transaction was moved to the schedule. */
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
