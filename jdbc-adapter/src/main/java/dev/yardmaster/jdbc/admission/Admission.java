package dev.yardmaster.jdbc.admission;

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
 * Lets the transactions of all connections of one database in, in the schedule's order. Any thread.
 */
public final class Admission {
  /**
   * SQL's state for a statement that was cancelled; not one for which pools give up connections.
   */
  private static final String CANCELLED = "57014";

  private final long maxWaitNs;
  private final NanoClock clock;
  private final ReentrantLock lock = new ReentrantLock();

  // All below belongs to the lock.
  private final Schedule schedule;
  private final Map<Thread, Integer> running = new HashMap<>();
  private long admitted;
  private long waited;
  private long passed;
  private long cancelled;

  /** Nobody is in it. */
  public Admission(AdmissionConfig config, NanoClock clock) {
    schedule = new Schedule(config.schedule());
    maxWaitNs = config.maxWait().toNanos();
    this.clock = clock;
  }

  /**
   * Waits for the turn of a transaction that uses these rows.
   *
   * @return its ticket, to be given back by {@link #end}; null when there was no room to wait
   * @throws SQLException when the wait was cancelled or ran into the statement's timeout; the
   *     transaction was not let in
   */
  AdmittedTicket admit(List<RowUse> rows, CancellableTimeout waitLimit) throws SQLException {
    AdmittedTicket ticket = new AdmittedTicket(rows);
    waitLimit.begin();
    try {
      lock.lock();
      try {
        if (running.containsKey(ticket.thread)) {
          // It could wait for itself.
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
        // Drivers ignore interrupts; whoever set it sees it again, after the statement.
        interrupted = Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives up waiting, unless the turn has come meanwhile. */
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

  /** Lets a transaction in that runs already and of which nothing was known. */
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

  /** A transaction that runs uses more rows; others wait for it at these, too. */
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

  /** A transaction has ended. */
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

  /** What has been done so far. */
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
