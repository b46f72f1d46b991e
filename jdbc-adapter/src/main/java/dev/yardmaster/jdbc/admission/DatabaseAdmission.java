package dev.yardmaster.jdbc.admission;

import dev.yardmaster.jdbc.admission.BoundedWait.End;
import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.admission.settings.WatchConfig;
import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.counting.TransactionCounters;
import dev.yardmaster.jdbc.counting.WaitTotals;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.sql.RowUse;
import dev.yardmaster.trials.TunerPace;
import java.sql.SQLException;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/** The state that all sessions of one database share. This class is thread-safe. */
final class DatabaseAdmission {
  private final SchedulingSwitch gate = new SchedulingSwitch();
  private final TransactionCounters counters = new TransactionCounters();
  private final Admission admission;
  private final TransactionClasses classes;
  private final FailureClassifier classifier = FailureClassifier.standard();
  private final NanoClock clock;

  /** Decides which classes are scheduled; null if all classes are always scheduled. */
  private final AdmissionTrials trials;

  private final DatabaseWatch watch;

  /** The coordinator of several processes; null if there is none. */
  private final Coordinator coordinator;

  /** Creates the state of a database without transactions. */
  DatabaseAdmission(
      AdmissionConfig config,
      WatchConfig watched,
      Coordinator coordinator,
      TunerPace pace,
      NanoClock clock) {
    long maxWaitNs = config.maxWait().toNanos();
    admission = new Admission(config, gate, clock);
    classes = new TransactionClasses(() -> new TransactionClass(config.always(), maxWaitNs));
    trials =
        config.always() ? null : new AdmissionTrials(classes, maxWaitNs, pace, clock.nanoTime());
    this.coordinator = coordinator;
    this.clock = clock;
    watch = new DatabaseWatch(watched, this);
  }

  DatabaseWatch watch() {
    return watch;
  }

  Admission admission() {
    return admission;
  }

  SchedulingSwitch gate() {
    return gate;
  }

  TransactionCounters counters() {
    return counters;
  }

  /** Returns the trials; null if all classes are always scheduled. */
  AdmissionTrials trials() {
    return trials;
  }

  TransactionClasses classes() {
    return classes;
  }

  FailureClassifier classifier() {
    return classifier;
  }

  NanoClock clock() {
    return clock;
  }

  /**
   * Waits until a transaction that uses these rows may start. The transaction waits first for
   * transactions of this process, and then for transactions of other processes that use the same
   * hot rows.
   *
   * @param bound the bound of both waits together, after which the transaction starts in any case
   * @return the ticket, which the caller must pass to {@link #end}; null if the queue was full
   * @throws SQLException as {@link Admission#admit}
   */
  AdmittedTicket admit(List<RowUse> rows, CancellableTimeout waitLimit, WaitBound bound)
      throws SQLException {
    long beganNs = clock.nanoTime();
    AdmittedTicket ticket = admission.admit(rows, waitLimit, bound);
    // If the thread has another transaction, it could wait for a lease that it holds itself.
    if (asksCoordinator()
        && ticket != null
        && !ticket.onlyReads()
        && clock.nanoTime() - beganNs < bound.leftNs()
        && !admission.runsAnother(ticket)) {
      LeaseRequest asked =
          coordinator.ask(ticket.writtenRows(), ticket.readRows(), bound.boundNs());
      if (asked != null) {
        await(asked, ticket, new BoundedWait(clock, waitLimit, beganNs, bound.leftNs()));
      }
    }
    return ticket;
  }

  private void await(LeaseRequest asked, AdmittedTicket ticket, BoundedWait wait)
      throws SQLException {
    wait.limit().begin();
    try {
      End end = gate.await(wait, asked::isAnswered);
      ticket.lease = coordinator.settle(asked);
      if (end == End.CANCELLED || end == End.TIMED_OUT) {
        end(ticket);
        throw wait.exception(end);
      }
    } finally {
      wait.limit().end();
    }
  }

  /**
   * Admits a running transaction whose rows were unknown until now.
   *
   * @param boundNs the time that the transaction runs, in ns, before waiting transactions of this
   *     process may remove it from the schedule, and transactions of other processes start
   */
  AdmittedTicket follow(List<RowUse> rows, long boundNs) {
    AdmittedTicket ticket = admission.follow(rows, boundNs);
    if (!ticket.onlyReads()) {
      leaseLater(ticket, rows);
    }
    return ticket;
  }

  /**
   * Adds rows to a running transaction, so that other transactions that use these rows wait for its
   * end.
   */
  void alsoUses(AdmittedTicket ticket, List<RowUse> rows) {
    admission.alsoUses(ticket, rows);
    leaseLater(ticket, rows);
  }

  private boolean asksCoordinator() {
    return coordinator != null && gate.isOn();
  }

  private void leaseLater(AdmittedTicket ticket, List<RowUse> rows) {
    if (!asksCoordinator()) {
      return;
    }
    AdmittedTicket named = new AdmittedTicket(rows);
    LeaseRequest lease =
        coordinator.alsoUses(named.writtenRows(), named.readRows(), ticket.boundNs);
    if (lease != null) {
      ticket.laterLeases.add(lease);
    }
  }

  /** Removes a transaction that has ended, and ends its leases. */
  void end(AdmittedTicket ticket) {
    if (ticket.lease != null) {
      coordinator.end(ticket.lease);
      ticket.lease = null;
    }
    for (LeaseRequest later : ticket.laterLeases) {
      coordinator.end(later);
    }
    ticket.laterLeases.clear();
    admission.end(ticket);
  }

  /** Counts the rows of a scheduled transaction that the database has aborted on conflict. */
  void aborted(List<RowUse> rows) {
    if (coordinator != null) {
      coordinator.aborted(rows);
    }
  }

  /** A session calls this method at the end of each transaction. */
  void transactionEnded(long nowNs) {
    if (trials != null) {
      trials.transactionEnded(nowNs);
    }
    watch.look(nowNs);
  }

  DatabaseFigures figures() {
    int scheduled = 0;
    for (TransactionClass each : classes.all()) {
      scheduled += gate.isOn() && each.isScheduled() ? 1 : 0;
    }
    AdmissionFigures schedule = admission.figures();
    WaitTotals waits = gate.times();
    return new DatabaseFigures(
        counters.committed(),
        counters.rolledBack(),
        counters.abortsBySqlState(),
        counters.conflicts(),
        waits.count(),
        waits.totalNs(),
        waits.longestNs(),
        schedule.cancelled(),
        counters.passed(),
        schedule.queued(),
        schedule.running(),
        scheduled,
        trials == null ? 0 : trials.begun(),
        coordinator == null ? 0 : coordinator.leased(),
        coordinator == null ? 0 : coordinator.unleased(),
        gate.isOn());
  }
}
