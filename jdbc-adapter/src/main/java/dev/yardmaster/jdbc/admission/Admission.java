package dev.yardmaster.jdbc.admission;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.AdmittedTicket.Hold;
import dev.yardmaster.jdbc.admission.BoundedWait.End;
import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.figures.PassReason;
import dev.yardmaster.jdbc.schedule.Schedule;
import dev.yardmaster.jdbc.schedule.Ticket;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.NanoClock;

/**
 * Admits the transactions of all connections to one database, in the schedule's order. If no other
 * transaction uses the rows of a transaction, the transaction takes its rows in {@link RowClaims},
 * without a lock. This class is thread-safe.
 */
final class Admission {
  private final NanoClock clock;
  private final SchedulingSwitch gate;
  private final boolean limitsRunning;
  private final ReentrantLock lock = new ReentrantLock();
  private final RowClaims claims = new RowClaims(this::scheduleRunning);

  @Shared(
      writers = "threads of the application",
      readers = "the same",
      access = "guarded by Admission.lock")
  private final Schedule schedule;

  /** The number of running transactions of each thread. */
  @Shared(
      writers = "threads that admit or end a transaction",
      readers = "threads that would have to wait; threads that call figures()",
      access = "ConcurrentHashMap; each thread mostly writes its own entry")
  private final Map<Thread, Integer> running = new ConcurrentHashMap<>();

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "LongAdder")
  private final LongAdder admitted = new LongAdder();

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "LongAdder")
  private final LongAdder passed = new LongAdder();

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long waited;

  @Shared(
      writers = "threads of the application",
      readers = "threads that call figures()",
      access = "guarded by Admission.lock")
  private long cancelled;

  /** Creates an admission without transactions. */
  Admission(AdmissionConfig config, SchedulingSwitch gate, NanoClock clock) {
    this.gate = gate;
    schedule = new Schedule(config.schedule());
    limitsRunning = config.schedule().maxRunning() != Integer.MAX_VALUE;
    this.clock = clock;
  }

  /**
   * Waits until a transaction that uses these rows may start.
   *
   * @param bound the bound of the wait, after which the transaction starts in any case
   * @return the ticket, which the caller must pass to {@link #end}; null if the queue was full
   * @throws SQLException if the wait was cancelled or exceeded the statement's timeout; the
   *     transaction was not admitted
   */
  AdmittedTicket admit(List<RowUse> rows, CancellableTimeout waitLimit, WaitBound bound)
      throws SQLException {
    AdmittedTicket ticket = new AdmittedTicket(rows);
    ticket.boundNs = bound.boundNs();
    if (bound.isRetry()) {
      ticket.precedeHeldOver();
    }
    if (startsWithoutLock(ticket)) {
      return ticket;
    }
    waitLimit.begin();
    try {
      long beganNs = clock.nanoTime();
      List<AdmittedTicket> starting = new ArrayList<>();
      lock.lock();
      try {
        ticket.hold.set(Hold.SCHEDULED);
        if (running.containsKey(ticket.thread)) {
          // The transaction does not wait, because it might wait for another transaction of the
          // same thread.
          startAtOnce(ticket, PassReason.SAME_THREAD, starting);
          return ticket;
        }
        if (!schedule.arrive(ticket)) {
          passed.increment();
          ticket.hold.set(Hold.ENDED);
          return null;
        }
        claims.mark(ticket);
        startOthers(starting);
        if (ticket.isStarted()) {
          return ticket;
        }
        waited++;
      } finally {
        lock.unlock();
        wake(starting);
      }
      await(ticket, new BoundedWait(clock, waitLimit, beganNs, bound.leftNs()));
      return ticket;
    } finally {
      waitLimit.end();
    }
  }

  private boolean startsWithoutLock(AdmittedTicket ticket) {
    if (limitsRunning) {
      return false;
    }
    ticket.startedNs = clock.nanoTime();
    // The thread is counted first. As soon as the ticket holds its rows, another thread may wait
    // too long for it, remove it from the schedule, and count its end.
    countRunning(ticket);
    if (!claims.take(ticket)) {
      countEnded(ticket);
      return false;
    }
    admitted.increment();
    return true;
  }

  private void await(AdmittedTicket ticket, BoundedWait wait) throws SQLException {
    End end = gate.await(wait, ticket::isStarted);
    switch (end) {
      case READY -> {}
      case BOUND -> passThrough(ticket, PassReason.MAX_WAIT);
      case OFF -> passThrough(ticket, PassReason.OFF);
      case CANCELLED, TIMED_OUT -> {
        if (withdraw(ticket)) {
          throw wait.exception(end);
        }
      }
    }
  }

  /** Cancels the wait. Returns false if another thread has already admitted the transaction. */
  private boolean withdraw(AdmittedTicket ticket) {
    List<AdmittedTicket> starting = new ArrayList<>();
    lock.lock();
    try {
      if (!schedule.withdraw(ticket)) {
        return false;
      }
      ticket.hold.set(Hold.ENDED);
      claims.unmark(ticket);
      cancelled++;
      startOthers(starting);
      return true;
    } finally {
      lock.unlock();
      wake(starting);
    }
  }

  /**
   * Starts a transaction whose wait has reached its bound, or that need not wait any longer. This
   * method also removes running transactions from the schedule: those that delay the given
   * transaction and have already run for their own {@code boundNs}. Such a transaction may be idle,
   * or its connection may be lost.
   */
  private void passThrough(AdmittedTicket ticket, PassReason reason) {
    List<AdmittedTicket> starting = new ArrayList<>();
    lock.lock();
    try {
      if (!schedule.withdraw(ticket)) {
        return;
      }
      long nowNs = clock.nanoTime();
      for (Ticket slow : schedule.delaying(ticket)) {
        AdmittedTicket other = (AdmittedTicket) slow;
        if (nowNs - other.startedNs >= other.boundNs && other.hold.get() == Hold.SCHEDULED) {
          removeRunning(other);
        }
      }
      startAtOnce(ticket, reason, starting);
    } finally {
      lock.unlock();
      wake(starting);
    }
  }

  private void startAtOnce(
      AdmittedTicket ticket, PassReason reason, List<AdmittedTicket> starting) {
    ticket.passed = reason;
    passed.increment();
    schedule.startAtOnce(ticket);
    claims.mark(ticket);
    start(ticket);
    startOthers(starting);
  }

  private void countRunning(AdmittedTicket ticket) {
    running.merge(ticket.thread, 1, Integer::sum);
  }

  /** Marks a transaction of the schedule as started. The caller holds the lock. */
  private void start(AdmittedTicket ticket) {
    admitted.increment();
    countRunning(ticket);
    ticket.start(clock.nanoTime());
  }

  private void countEnded(AdmittedTicket ticket) {
    running.computeIfPresent(ticket.thread, (thread, count) -> count == 1 ? null : count - 1);
  }

  /**
   * Starts all transactions that may start now, and adds them to {@code starting}. The caller wakes
   * their threads.
   */
  private void startOthers(List<AdmittedTicket> starting) {
    for (Ticket next = schedule.next(); next != null; next = schedule.next()) {
      start((AdmittedTicket) next);
      starting.add((AdmittedTicket) next);
    }
  }

  /** Wakes the threads of started transactions. The caller does not hold the lock. */
  private static void wake(List<AdmittedTicket> started) {
    for (AdmittedTicket ticket : started) {
      if (ticket.thread != Thread.currentThread()) {
        LockSupport.unpark(ticket.thread);
      }
    }
  }

  /** Puts a transaction that runs without the lock into the schedule. The caller holds the lock. */
  private void scheduleRunning(AdmittedTicket ticket) {
    schedule.startAtOnce(ticket);
    for (RowUse row : ticket.laterRows()) {
      schedule.alsoUses(ticket, row.fingerprint(), row.writes());
    }
  }

  /** Removes a running transaction from the schedule. The caller holds the lock. */
  private void removeRunning(AdmittedTicket ticket) {
    ticket.hold.set(Hold.ENDED);
    schedule.end(ticket);
    claims.unmark(ticket);
    countEnded(ticket);
  }

  /**
   * Admits a running transaction whose rows were unknown until now.
   *
   * @param boundNs the time that the transaction runs, in ns, before waiting transactions may
   *     remove it from the schedule
   */
  AdmittedTicket follow(List<RowUse> rows, long boundNs) {
    AdmittedTicket ticket = new AdmittedTicket(rows);
    ticket.boundNs = boundNs;
    if (startsWithoutLock(ticket)) {
      ticket.passed = PassReason.LATE_ROWS;
      passed.increment();
      return ticket;
    }
    List<AdmittedTicket> starting = new ArrayList<>();
    lock.lock();
    try {
      ticket.hold.set(Hold.SCHEDULED);
      startAtOnce(ticket, PassReason.LATE_ROWS, starting);
    } finally {
      lock.unlock();
      wake(starting);
    }
    return ticket;
  }

  /**
   * Adds rows to a running transaction, so that other transactions that use these rows wait for its
   * end.
   */
  void alsoUses(AdmittedTicket ticket, List<RowUse> rows) {
    int taken = 0;
    while (taken < rows.size() && claims.takeLater(ticket, rows.get(taken))) {
      taken++;
    }
    if (taken == rows.size()) {
      return;
    }
    lock.lock();
    try {
      claims.move(ticket);
      if (ticket.hold.get() != Hold.SCHEDULED) {
        // Another transaction waited too long for this transaction, and has removed this
        // transaction from the schedule (see passThrough). So no transaction waits for this
        // transaction any more.
        claims.free(ticket);
        return;
      }
      for (RowUse row : rows) {
        schedule.alsoUses(ticket, row.fingerprint(), row.writes());
        claims.mark(ticket, row.fingerprint());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the thread of a running transaction has another running transaction. */
  boolean runsAnother(AdmittedTicket ticket) {
    return running.getOrDefault(ticket.thread, 0) > 1;
  }

  /** Removes a transaction that has ended. */
  void end(AdmittedTicket ticket) {
    if (claims.end(ticket)) {
      countEnded(ticket);
      return;
    }
    List<AdmittedTicket> starting = new ArrayList<>();
    lock.lock();
    try {
      if (ticket.hold.get() == Hold.SCHEDULED) {
        removeRunning(ticket);
        startOthers(starting);
      }
    } finally {
      lock.unlock();
      wake(starting);
    }
  }

  /** Returns the counts since the start and the present state. */
  AdmissionFigures figures() {
    lock.lock();
    try {
      return new AdmissionFigures(
          admitted.sum(),
          waited,
          passed.sum(),
          cancelled,
          schedule.queued(),
          running.values().stream().mapToInt(Integer::intValue).sum());
    } finally {
      lock.unlock();
    }
  }
}
