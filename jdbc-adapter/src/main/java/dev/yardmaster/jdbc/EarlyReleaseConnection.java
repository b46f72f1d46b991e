package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.durability.DelayedCommits;
import dev.yardmaster.jdbc.durability.OwnedConnection;
import dev.yardmaster.jdbc.durability.SessionId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;

/**
 * A lane's connection with early release. The connection commits a transaction without a flush if
 * {@link EarlyRelease} decides so. If the transaction ends with an explicit {@code COMMIT}, the
 * text of the {@code COMMIT} also requests an asynchronous commit for this transaction only, so the
 * request needs no further round trip. A single statement in auto-commit mode has no {@code
 * COMMIT}. For such a statement, the connection changes the session's setting, and restores it
 * before the connection returns to the pool. Only the lane, which is a thread of the scheduler,
 * uses the object.
 */
@NullUnmarked // Internal: fields and results may be null.
final class EarlyReleaseConnection extends LeasedConnection {
  private final EarlyRelease release;
  private DelayedCommits commits;
  private boolean isSessionDelayed;

  EarlyReleaseConnection(DataSource pool, int isolation, EarlyRelease release) {
    super(pool, isolation);
    this.release = release;
  }

  @Override
  Connection begin(PendingTransaction<?> call) throws SQLException {
    long witness = release.awaitWitness(call);
    requireSameServer(witness);
    boolean delays = call.isSingleStatement() && commits.canDelaySession() && delays(call);
    if (delays != isSessionDelayed) {
      delaySession(delays);
    }
    if (delays) {
      release.releasing(call);
    }
    return connection(call.isSingleStatement());
  }

  @Override
  Connection beginGroup(PendingTransaction<?> first) throws SQLException {
    requireSameServer(release.awaitWitness(first));
    if (isSessionDelayed) {
      delaySession(false);
    }
    return connection(false);
  }

  /**
   * Returns whether the session's commits are to be asynchronous for a transaction. A transaction
   * that only reads leaves the session's mode unchanged, because its commit flushes nothing.
   */
  private boolean delays(PendingTransaction<?> call) {
    return (call.onlyReads() && !call.commitsSynchronously())
        ? isSessionDelayed
        : release.releases(call);
  }

  /**
   * Borrows a connection if necessary. Checks that the session that forces the log belongs to the
   * same server, but is not this connection's own session. A force at another server would not make
   * the transactions of this connection durable, and a force in this connection's own session would
   * interfere with its transactions.
   */
  private void requireSameServer(long witness) throws SQLException {
    if (borrowed() == null) {
      connection(true);
      try {
        commits = release.commits(borrowed());
      } catch (SQLException | RuntimeException failure) {
        discard();
        throw failure;
      }
    }
    SessionId forcing = release.session(witness);
    if (forcing == null
        || !forcing.server().equals(commits.id().server())
        || forcing.equals(commits.id())) {
      release.suspect(witness);
      if (forcing != null) {
        // Ends the session, so that the pool does not lend a connection to the wrong server again.
        OwnedConnection.end(borrowed());
      }
      discard();
      throw new SQLTransientConnectionException(
          "early release: the forces use the session " + forcing + ", not that of " + commits.id(),
          "08003");
    }
  }

  private void delaySession(boolean delayed) throws SQLException {
    connection(true);
    // The field is set before the call, because a call may fail and still have an effect.
    isSessionDelayed = true;
    try {
      commits.delaySession(delayed);
    } catch (SQLException | RuntimeException failure) {
      discard();
      throw failure;
    }
    isSessionDelayed = delayed;
  }

  @Override
  void commit(List<PendingTransaction<?>> calls) throws SQLException {
    if (calls.stream().anyMatch(release::releases)) {
      try (Statement statement = borrowed().createStatement()) {
        statement.execute(delayedCommit(calls));
      }
    } else {
      super.commit(calls);
    }
  }

  @Override
  String commitText(List<PendingTransaction<?>> calls) {
    return calls.stream().anyMatch(release::releases)
        ? delayedCommit(calls)
        : super.commitText(calls);
  }

  private String delayedCommit(List<PendingTransaction<?>> calls) {
    calls.forEach(release::releasing);
    return commits.commit();
  }

  @Override
  void giveBack() {
    if (isSessionDelayed) {
      try {
        delaySession(false);
      } catch (SQLException | RuntimeException failure) {
        // Without the original mode, the connection was ended instead of returned.
        return;
      }
    }
    super.giveBack();
  }

  @Override
  void discard() {
    if (isSessionDelayed && borrowed() != null) {
      isSessionDelayed = false;
      OwnedConnection.end(borrowed());
    }
    super.discard();
  }
}
