package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The ticket of a connection's transaction, with the thread that waits for the admission. */
final class AdmittedTicket extends Ticket {
  /** The thread that began the transaction. */
  final Thread thread = Thread.currentThread();

  @Shared(
      writers = "the thread that admits the transaction, under Admission.lock",
      readers = "the thread that began the transaction",
      access =
          "volatile; the writer unparks the waiting thread afterwards. A thread that cancels its"
              + " wait withdraws the ticket under the lock, which fails if the transaction was"
              + " admitted meanwhile")
  private volatile boolean started;

  AdmittedTicket(List<RowUse> rows) {
    super(rows);
  }

  /** Returns whether the transaction was admitted. */
  boolean isStarted() {
    return started;
  }

  /** Admits the transaction. The caller holds the admission's lock. */
  void start() {
    started = true;
    LockSupport.unpark(thread);
  }
}
