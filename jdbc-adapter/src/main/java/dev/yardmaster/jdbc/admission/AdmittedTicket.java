package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The ticket of a connection's transaction, at which its thread waits. */
final class AdmittedTicket extends Ticket {
  /** The thread that began the transaction. */
  final Thread thread = Thread.currentThread();

  private volatile boolean started;

  AdmittedTicket(List<RowUse> rows) {
    super(rows);
  }

  /** Whether its turn has come. */
  boolean isStarted() {
    return started;
  }

  /** Its turn has come. Whoever holds the admission's lock. */
  void start() {
    started = true;
    LockSupport.unpark(thread);
  }
}
