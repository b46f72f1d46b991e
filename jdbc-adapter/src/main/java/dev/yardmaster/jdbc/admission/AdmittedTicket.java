package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The ticket of a connection's transaction, and the thread that waits for its admission. */
final class AdmittedTicket extends Ticket {

  /** The ways in which a ticket holds its rows. */
  enum Hold {
    /** The ticket is taking its rows without the lock, and has not taken all of them yet. */
    TAKING,
    /** The ticket has taken its rows without the lock, and runs. */
    TAKEN,
    /** The ticket is in the schedule, or on its way into the schedule. */
    SCHEDULED,
    /** The ticket holds no rows. */
    ENDED
  }

  /** The thread that began the transaction. */
  final Thread thread = Thread.currentThread();

  @Shared(
      writers = "the thread of the transaction; a thread that has to wait for the transaction",
      readers = "the same",
      access =
          "compare-and-set; a thread moves another thread's ticket to SCHEDULED under"
              + " Admission.lock")
  final AtomicReference<Hold> hold = new AtomicReference<>(Hold.TAKING);

  /** The rows that the transaction named after its first statement. */
  @Shared(
      writers = "the thread of the transaction",
      readers = "a thread that has to wait for the transaction",
      access = "volatile; written before the rows are taken. The lists are immutable")
  private volatile List<RowUse> laterRows = List.of();

  /** The slots of {@link RowClaims} that the ticket marks. */
  @Shared(
      writers = "the thread that holds Admission.lock",
      readers = "the same",
      access = "guarded by Admission.lock")
  final List<Integer> marked = new ArrayList<>(0);

  /**
   * The time that the transaction runs, in ns, before waiting transactions may remove it from the
   * schedule.
   */
  @Shared(
      writers = "the thread of the transaction",
      readers = "threads that have waited for the transaction",
      access = "plain; written before the ticket holds its rows")
  long boundNs = Long.MAX_VALUE;

  /** The time at which the transaction was admitted, in ns. */
  @Shared(
      writers = "the thread that admits the transaction",
      readers = "threads that have waited for the transaction for too long",
      access = "plain; written before the ticket holds its rows")
  long startedNs;

  /** The reason why the transaction started without its turn; null if it had its turn. */
  @Shared(
      writers = "the thread of the transaction",
      readers = "the same",
      access = "plain; passed between threads by ConnectionGuard.user")
  PassReason passed;

  /** The lease of the transaction's hot rows; null if there is none. */
  @Shared(
      writers = "the thread of the transaction",
      readers = "the same",
      access = "plain; passed between threads by ConnectionGuard.user")
  LeaseRequest lease;

  /** The leases of hot rows that the transaction named after its first statement. */
  @Shared(
      writers = "the thread of the transaction",
      readers = "the same",
      access = "plain; passed between threads by ConnectionGuard.user")
  final List<LeaseRequest> laterLeases = new ArrayList<>(0);

  @Shared(
      writers = "the thread that admits the transaction, under Admission.lock",
      readers = "the thread that began the transaction",
      access =
          "volatile; the writer unparks the waiting thread after it has released the lock. A thread"
              + " that cancels its wait withdraws the ticket under the lock, which fails if the"
              + " transaction was admitted meanwhile")
  private volatile boolean started;

  AdmittedTicket(List<RowUse> rows) {
    super(rows);
  }

  /** Returns whether the transaction was admitted. */
  boolean isStarted() {
    return started;
  }

  void start(long nowNs) {
    startedNs = nowNs;
    started = true;
  }

  /**
   * Adds a row that the transaction names after its first statement. The transaction's own thread
   * calls this method.
   */
  void addLater(RowUse row) {
    List<RowUse> more = new ArrayList<>(laterRows);
    more.add(row);
    laterRows = more;
  }

  List<RowUse> laterRows() {
    return laterRows;
  }

  long[] writtenRows() {
    return writes();
  }

  long[] readRows() {
    return reads();
  }
}
