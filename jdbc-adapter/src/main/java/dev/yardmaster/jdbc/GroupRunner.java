package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.RowLease;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a transaction together with transactions that wait for its rows, in one database
 * transaction, as far as their {@link JoinPolicy} allows it. Other transactions run alone. One lane
 * owns the object.
 */
final class GroupRunner {
  /**
   * The maximum number of transactions in one database transaction. The first one waits for the
   * last one's statements before it commits.
   */
  static final int MAX_GROUP = 16;

  private final Lanes lanes;
  private final LeasedConnection leased;
  private final TransactionRunner alone;
  private final SchedulerCounters counters;
  private final List<PendingTransaction<?>> group = new ArrayList<>();

  /** The failure of each transaction that failed by itself, or null, in the order of the group. */
  private final List<Throwable> failures = new ArrayList<>();

  GroupRunner(
      Lanes lanes, LeasedConnection leased, TransactionRunner alone, SchedulerCounters counters) {
    this.lanes = lanes;
    this.leased = leased;
    this.alone = alone;
    this.counters = counters;
  }

  /** Returns the transactions of the last run, in the order of their effects. */
  List<PendingTransaction<?>> group() {
    return group;
  }

  /**
   * Runs a transaction, and those that join it, until each has an outcome. Throws the exception of
   * a classifier that fails; some of the {@link #group} may then be without an outcome.
   */
  void run(PendingTransaction<?> first) {
    group.clear();
    group.add(first);
    if (first.joins() == JoinPolicy.ALONE || !lanes.hasFollower(first)) {
      alone.run(first);
    } else {
      runTogether(first);
    }
  }

  private void runTogether(PendingTransaction<?> first) {
    failures.clear();
    boolean committing = false;
    RowLease lease = null;
    try {
      // The rows of transactions that join are without a lease, which costs only time.
      lease = alone.lease(first);
      Connection connection = leased.beginGroup(first);
      runLogic(first, connection);
      while (group.size() < MAX_GROUP && joinNext(connection)) {
        counters.joined.increment();
      }
      committing = true;
      leased.commit(group);
    } catch (Throwable failure) {
      lease = alone.end(lease);
      failed(first, committing, failure);
      return;
    } finally {
      alone.end(lease);
    }
    for (int i = 0; i < group.size(); i++) {
      if (failures.get(i) == null) {
        group.get(i).succeed(counters.committed);
      } else {
        group.get(i).fail(counters.failed, failures.get(i));
      }
    }
  }

  /** Runs the logic. A result that cannot be read does not undo the transaction. */
  private void runLogic(PendingTransaction<?> call, Connection connection) throws SQLException {
    Throwable unread = null;
    try {
      call.run(connection);
    } catch (ResultNotReadException failure) {
      unread = failure;
    }
    failures.add(unread);
  }

  /** Returns false if no transaction can join now. */
  private boolean joinNext(Connection connection) throws Throwable {
    if (Thread.currentThread().isInterrupted() || !leased.failsUntilRollback()) {
      return false;
    }
    PendingTransaction<?> next = lanes.join(group);
    if (next == null) {
      return false;
    }
    next.release.witness = group.get(0).release.witness;
    group.add(next);
    Savepoint before =
        next.joins() == JoinPolicy.WITH_SAVEPOINT ? leased.borrowed().setSavepoint() : null;
    try {
      runLogic(next, connection);
    } catch (Throwable failure) {
      if (before == null || alone.kind(failure, false) != FailureKind.OTHER) {
        throw failure;
      }
      leased.borrowed().rollback(before);
      failures.add(failure);
    }
    return true;
  }

  private void failed(PendingTransaction<?> first, boolean committing, Throwable failure) {
    if (group.size() == 1) {
      alone.runAgain(first, committing, failure);
      return;
    }
    FailureKind kind = alone.undo(failure, committing);
    if (committing && kind == FailureKind.OTHER && !isRefusal(failure)) {
      // The commit may have taken effect, so no transaction may run again.
      kind = FailureKind.AMBIGUOUS;
    }
    for (PendingTransaction<?> call : group) {
      if (kind == FailureKind.AMBIGUOUS) {
        call.fail(counters.ambiguous, new AmbiguousCommitException(failure));
      } else {
        alone.run(call);
      }
    }
  }

  /** Returns whether a failed commit had no effect: a violated constraint, or an earlier error. */
  private static boolean isRefusal(Throwable failure) {
    String state = failure instanceof SQLException database ? database.getSQLState() : null;
    return state != null && (state.startsWith("23") || state.equals("25P02"));
  }
}
