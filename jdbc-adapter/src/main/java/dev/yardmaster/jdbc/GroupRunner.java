package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.RowLease;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

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

  private final SharedRoundTrip roundTrip = new SharedRoundTrip();

  /** The connection of the group. */
  private Connection connection;

  /** Whether the commit of the group may have been sent. */
  private boolean committing;

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
    committing = false;
    RowLease lease = null;
    try {
      // The rows of transactions that join are without a lease, which costs only time.
      lease = alone.lease(first);
      connection = leased.beginGroup(first);
      if (first.sharesRoundTrips() && leased.sharesRoundTrips()) {
        while (join(PendingTransaction::sharesRoundTrips) != null) {}
      }
      if (group.size() > 1) {
        // The order reduces the number of texts.
        group.sort(Comparator.comparing(call -> call.statement().sql()));
        send(group, leased.commitText(group));
      } else {
        runLogic(first);
        while (runNext()) {}
        commit();
      }
    } catch (Throwable failure) {
      lease = alone.end(lease);
      failed(first, failure);
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
  private void runLogic(PendingTransaction<?> call) throws SQLException {
    Throwable unread = null;
    try {
      call.run(connection);
    } catch (ResultNotReadException failure) {
      unread = failure;
    }
    failures.add(unread);
  }

  /** Lets a transaction join. Returns null if none can join now. */
  private PendingTransaction<?> join(Predicate<PendingTransaction<?>> mayJoin) throws SQLException {
    if (group.size() == MAX_GROUP
        || Thread.currentThread().isInterrupted()
        || !leased.failsUntilRollback()) {
      return null;
    }
    PendingTransaction<?> next = lanes.join(group, mayJoin);
    if (next != null) {
      next.release.witness = group.get(0).release.witness;
      group.add(next);
      counters.joined.increment();
    }
    return next;
  }

  /**
   * Sends the statements of transactions of the group in as few round trips as there are texts for.
   *
   * @param commit the text that commits the group, for its last transactions; otherwise null
   */
  private void send(List<PendingTransaction<?>> calls, String commit) throws SQLException {
    List<String> parts = new ArrayList<>();
    calls.forEach(call -> parts.add(call.statement().sql()));
    if (commit != null) {
      parts.add(commit);
    }
    String text = roundTrip.text(parts);
    if (text != null) {
      committing = commit != null;
      SharedRoundTrip.send(connection, text, calls, failures);
    } else if (calls.size() > 1) {
      int half = calls.size() / 2;
      send(calls.subList(0, half), null);
      send(calls.subList(half, calls.size()), commit);
    } else {
      runLogic(calls.get(0));
      if (commit != null) {
        commit();
      }
    }
  }

  private void commit() throws SQLException {
    committing = true;
    leased.commit(group);
  }

  /** Runs a transaction that joins. Returns false if none can join now. */
  private boolean runNext() throws Throwable {
    PendingTransaction<?> next = join(call -> call.joins() != JoinPolicy.ALONE);
    if (next == null) {
      return false;
    }
    Savepoint before =
        next.joins() == JoinPolicy.WITH_SAVEPOINT ? leased.borrowed().setSavepoint() : null;
    try {
      runLogic(next);
    } catch (Throwable failure) {
      if (before == null || alone.kind(failure, false) != FailureKind.OTHER) {
        throw failure;
      }
      leased.borrowed().rollback(before);
      failures.add(failure);
    }
    return true;
  }

  private void failed(PendingTransaction<?> first, Throwable failure) {
    if (group.size() == 1) {
      alone.runAgain(first, committing, failure);
      return;
    }
    committing = committing && !leased.isInTransaction();
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
    if (failure instanceof SQLException first) {
      for (Throwable each : first) {
        String state = each instanceof SQLException database ? database.getSQLState() : null;
        if (state != null && (state.startsWith("23") || state.equals("25P02"))) {
          return true;
        }
      }
    }
    return false;
  }
}
