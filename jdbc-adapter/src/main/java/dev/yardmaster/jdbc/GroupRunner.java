package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs a transaction in one database transaction together with transactions that wait for its rows,
 * if the {@link JoinPolicy} of each transaction allows this. Transactions that cannot share a
 * database transaction run alone. Only one lane, which is a thread of the scheduler, uses the
 * object.
 *
 * <p>Transactions that share round trips join before the database transaction begins, so that its
 * {@code COMMIT} is sent together with the last statements. Other transactions join one by one
 * while the group runs.
 */
@NullUnmarked // Internal: fields and results may be null.
final class GroupRunner {
  /**
   * The maximum number of transactions in one database transaction. The bound exists because the
   * first transaction cannot commit before the statements of the last transaction have run.
   */
  static final int MAX_GROUP = 16;

  /**
   * The size up to which transactions that do not wait for the group's rows may fill a group. In a
   * larger group, other transactions would lock their rows for longer, and other lanes would have
   * less work.
   */
  static final int MAX_READY = 8;

  private final Lanes lanes;
  private final LeasedConnection leased;
  private final TransactionRunner alone;
  private final SchedulerCounters counters;
  private final List<PendingTransaction<?>> group = new ArrayList<>();

  /**
   * The failures of the group's transactions, in the order of the group. An element is null unless
   * the transaction failed by itself.
   */
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
   * Runs a transaction and the transactions that join it until each of them has an outcome. If the
   * classifier throws an exception, this method throws the same exception, and some transactions of
   * the {@link #group} may have no outcome.
   */
  void run(PendingTransaction<?> first) {
    group.clear();
    group.add(first);
    if (first.sharesRoundTrips() && leased.sharesRoundTrips()) {
      joinBeforeBegin(first);
    }
    if (group.size() > 1 || (first.joins() != JoinPolicy.ALONE && lanes.hasFollower(first))) {
      runTogether(first);
    } else {
      alone.run(first);
    }
  }

  /**
   * Lets single-statement transactions join if they wait for rows of the group. While all lanes are
   * busy, ready transactions with the same statement text join too, because they need no extra
   * round trip.
   */
  private void joinBeforeBegin(PendingTransaction<?> first) {
    String sql = first.sql();
    Predicate<PendingTransaction<?>> mayJoinReady =
        call -> call.sharesRoundTrips() && call.sql().equals(sql) && group.size() < MAX_READY;
    while (join(PendingTransaction::sharesRoundTrips, mayJoinReady) != null) {}
  }

  private void runTogether(PendingTransaction<?> first) {
    failures.clear();
    committing = false;
    LeaseRequest lease = null;
    try {
      // The lease covers only the rows of the first transaction. For the transactions that join, a
      // missing lease costs only time.
      lease = alone.lease(first);
      connection = leased.beginGroup(first);
      if (group.size() > 1) {
        sendAll();
      } else {
        runLogic(first);
        while (leased.failsUntilRollback() && runNext()) {}
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

  private void runLogic(PendingTransaction<?> call) throws SQLException {
    keep(() -> call.run(connection));
  }

  private interface Result {
    void keep() throws SQLException;
  }

  /** Reads and keeps a result. If the result cannot be read, the transaction's effects remain. */
  private void keep(Result result) throws SQLException {
    Throwable unread = null;
    try {
      result.keep();
    } catch (ResultNotReadException failure) {
      unread = failure;
    }
    failures.add(unread);
  }

  /**
   * Lets one transaction join the group, and returns it. Returns null if no transaction can join
   * now.
   */
  private PendingTransaction<?> join(
      Predicate<PendingTransaction<?>> mayJoin, Predicate<PendingTransaction<?>> mayJoinReady) {
    if (group.size() == MAX_GROUP || Thread.currentThread().isInterrupted()) {
      return null;
    }
    PendingTransaction<?> next = lanes.join(group, mayJoin, mayJoinReady);
    if (next != null) {
      group.add(next);
      counters.joined.increment();
    }
    return next;
  }

  /**
   * Sends the statements of the group and its commit. Statements with the same text are sent
   * together.
   */
  private void sendAll() throws SQLException {
    long witness = group.get(0).release.witness;
    group.forEach(call -> call.release.witness = witness);
    group.sort(Comparator.comparing(PendingTransaction::sql));
    String commit = leased.commitText(group);
    int from = 0;
    while (from < group.size()) {
      String sql = group.get(from).sql();
      int same = 1;
      while (from + same < group.size() && group.get(from + same).sql().equals(sql)) {
        same++;
      }
      // A statement is repeated a power of two times, so that there are few different texts.
      int to = from + Integer.highestOneBit(same);
      send(sql, group.subList(from, to), to == group.size() ? commit : null);
      from = to;
    }
  }

  /**
   * Sends the statements of transactions with the same text.
   *
   * @param commit the text that commits the group, if these are its last transactions; otherwise
   *     null
   */
  private void send(String sql, List<PendingTransaction<?>> calls, String commit)
      throws SQLException {
    List<List<?>> values = new ArrayList<>();
    for (PendingTransaction<?> call : calls) {
      values.add(call.statement().parameters());
    }
    String text =
        SharedRoundTrip.isShort(sql, values) ? roundTrip.text(sql, calls.size(), commit) : null;
    if (text != null) {
      execute(text, calls, values, commit != null);
      return;
    }
    for (int i = 0; i < calls.size(); i++) {
      execute(sql, calls.subList(i, i + 1), values.subList(i, i + 1), false);
    }
    if (commit != null) {
      commit();
    }
  }

  private void execute(
      String text, List<PendingTransaction<?>> calls, List<List<?>> values, boolean commits)
      throws SQLException {
    try (PreparedStatement sent = connection.prepareStatement(text)) {
      // The driver must fetch all rows at once, because rows that it fetches after the COMMIT are
      // lost.
      sent.setFetchSize(0);
      SharedRoundTrip.setAll(sent, values);
      committing = commits;
      executeOrEnd(sent);
      for (PendingTransaction<?> call : calls) {
        keep(
            () -> {
              if (call != calls.get(0)) {
                goOn(sent);
              }
              call.read(sent);
            });
      }
    }
  }

  private void executeOrEnd(PreparedStatement sent) throws SQLException {
    try {
      sent.execute();
    } catch (Error error) {
      leased.end();
      throw error;
    }
  }

  /**
   * Moves to the next result. Fails, for example, if the code that read an earlier result has
   * closed the statement.
   */
  private static void goOn(PreparedStatement sent) throws ResultNotReadException {
    try {
      sent.getMoreResults();
    } catch (SQLException | RuntimeException failure) {
      throw new ResultNotReadException(failure);
    }
  }

  private void commit() throws SQLException {
    committing = true;
    leased.commit(group);
  }

  /** Lets one transaction join, and runs it. Returns false if no transaction can join now. */
  private boolean runNext() throws Throwable {
    PendingTransaction<?> next = join(call -> call.joins() != JoinPolicy.ALONE, call -> false);
    if (next == null) {
      return false;
    }
    next.release.witness = group.get(0).release.witness;
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
    // The driver knows whether a transaction is open only if the failure is an exception of the
    // driver itself. After any other failure, the driver's information may be out of date.
    committing = committing && !(failure instanceof SQLException && leased.isInTransaction());
    FailureKind kind = alone.undo(failure, committing);
    if (committing && kind == FailureKind.OTHER && !isRefusal(failure)) {
      // The commit may have taken effect, so no transaction of the group may run again.
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

  /**
   * Returns whether the failure proves that the commit had no effect. The proof is a violated
   * constraint, an exception of a deferred trigger (class P0), or an earlier error in the
   * transaction, because only the server reports these failures.
   */
  private static boolean isRefusal(Throwable failure) {
    if (failure instanceof SQLException first) {
      for (Throwable each : first) {
        String state = each instanceof SQLException database ? database.getSQLState() : null;
        if (state != null
            && (state.startsWith("23") || state.startsWith("P0") || state.equals("25P02"))) {
          return true;
        }
      }
    }
    return false;
  }
}
