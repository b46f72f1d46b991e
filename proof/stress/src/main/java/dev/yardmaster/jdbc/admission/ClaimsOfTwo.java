package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.AdmittedTicket.Hold;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;

/**
 * The rows of a transaction that runs without the lock, and of a transaction in the schedule that
 * is about to mark these rows.
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
