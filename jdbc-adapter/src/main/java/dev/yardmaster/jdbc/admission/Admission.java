package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.schedule.Schedule;
import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;

/**
 * Admits the transactions of all connections of one database, in the schedule's order. This class
 * is thread-safe.
 */
public final class Admission {
  /**
   * The SQLState for a cancelled statement. Pools do not evict a connection because of this state.
   */
  private static final String CANCELLED = "57014";

  private final long maxWaitNs;
  private final NanoClock clock;
  private final ReentrantLock lock = new ReentrantLock();

  @Shared(
      writers = "threads of the application",
      readers = "the same",
      access = "guarded by Admission.lock")
  private final Schedule schedule;

  @Shared(
      writers = "threads of the application",
      readers = "the same",
      access = "guarded by Admission.lock")
  private final Map<Thread, Integer> running = new HashMap<>();

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long admitted;

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long waited;

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long passed;

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long cancelled;

  /** Creates an admission without transactions. */
  public Admission(AdmissionConfig config, NanoClock clock) {
    schedule = new Schedule(config.schedule());
    maxWaitNs = config.maxWait().toNanos();
    this.clock = clock;
  }

  /**
   * Waits until a transaction that uses these rows may start.
   *
   * @return the ticket, which the caller must pass to {@link #end}; null if the queue was full
   * @throws SQLException if the wait was cancelled or exceeded the statement's timeout; the
   *     transaction was not admitted
   */
  AdmittedTicket admit(List<RowUse> rows, CancellableTimeout waitLimit) throws SQLException {
    AdmittedTicket ticket = new AdmittedTicket(rows);
    waitLimit.begin();
    try {
      lock.lock();
      try {
        if (running.containsKey(ticket.thread)) {
          // The transaction does not wait, because it could wait for another transaction of the
          // same thread.
          startAtOnce(ticket);
          return ticket;
        }
        if (!schedule.arrive(ticket)) {
          passed++;
          return null;
        }
        startOthers();
        if (ticket.isStarted()) {
          return ticket;
        }
        waited++;
      } finally {
        lock.unlock();
      }
      await(ticket, waitLimit);
      return ticket;
    } finally {
      waitLimit.end();
    }
  }

  private void await(AdmittedTicket ticket, CancellableTimeout waitLimit) throws SQLException {
    long beganNs = clock.nanoTime();
    long statementNs =
        waitLimit.timeoutS == 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(waitLimit.timeoutS);
    boolean interrupted = false;
    try {
      while (!ticket.isStarted()) {
        long waitedNs = clock.nanoTime() - beganNs;
        if (waitLimit.isCancelled()) {
          leave(ticket, "the statement was cancelled while its transaction waited for its turn");
          break;
        }
        if (waitedNs >= statementNs) {
          leave(
              ticket,
              "the statement's query timeout ran out while its transaction waited for its turn"
                  + " (timeoutS="
                  + waitLimit.timeoutS
                  + ")");
          break;
        }
        if (waitedNs >= maxWaitNs || interrupted) {
          passThrough(ticket);
          break;
        }
        LockSupport.parkNanos(this, Math.min(maxWaitNs, statementNs) - waitedNs);
        // The wait ignores interrupts, as drivers do. The interrupt status is restored after the
        // wait.
        interrupted = Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Cancels the wait, unless the transaction was admitted meanwhile. */
  private void leave(AdmittedTicket ticket, String why) throws SQLException {
    lock.lock();
    try {
      if (!schedule.withdraw(ticket)) {
        return;
      }
      cancelled++;
      startOthers();
    } finally {
      lock.unlock();
    }
    throw new SQLException(why, CANCELLED);
  }

  private void passThrough(AdmittedTicket ticket) {
    lock.lock();
    try {
      if (schedule.withdraw(ticket)) {
        startAtOnce(ticket);
      }
    } finally {
      lock.unlock();
    }
  }

  private void startAtOnce(AdmittedTicket ticket) {
    passed++;
    schedule.startAtOnce(ticket);
    countStarted(ticket);
    startOthers();
  }

  private void countStarted(AdmittedTicket ticket) {
    admitted++;
    running.merge(ticket.thread, 1, Integer::sum);
    ticket.start();
  }

  private void startOthers() {
    for (Ticket next = schedule.next(); next != null; next = schedule.next()) {
      countStarted((AdmittedTicket) next);
    }
  }

  /** Admits a running transaction whose rows were unknown until now. */
  AdmittedTicket follow(List<RowUse> rows) {
    AdmittedTicket ticket = new AdmittedTicket(rows);
    lock.lock();
    try {
      startAtOnce(ticket);
    } finally {
      lock.unlock();
    }
    return ticket;
  }

  /**
   * Adds rows to a running transaction, so that other transactions that use these rows wait for its
   * end.
   */
  void alsoUses(AdmittedTicket ticket, List<RowUse> rows) {
    lock.lock();
    try {
      for (RowUse row : rows) {
        schedule.alsoUses(ticket, row.fingerprint(), row.writes());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Removes a transaction that has ended. */
  void end(AdmittedTicket ticket) {
    lock.lock();
    try {
      schedule.end(ticket);
      running.computeIfPresent(ticket.thread, (thread, count) -> count == 1 ? null : count - 1);
      startOthers();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the counts since the start and the present state. */
  public AdmissionFigures figures() {
    lock.lock();
    try {
      return new AdmissionFigures(
          admitted, waited, passed, cancelled, schedule.queued(), schedule.running());
    } finally {
      lock.unlock();
    }
  }
}
