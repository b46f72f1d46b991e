package dev.yardmaster.jdbc.driver;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.AdmissionSession;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Admits one thread at a time into a connection's session, and reports statements and the ends of
 * transactions to the session.
 *
 * <p>JDBC allows any thread to close or abort a connection while another thread executes on it. The
 * field {@code user} denotes the session's present user. While a thread uses the session, the field
 * is the wait limit of the executing statement; otherwise the field is null. A thread that finds
 * the session in use does not enter it. If the thread executes a statement, the statement runs
 * without the session. If the thread ends a transaction, it records the end in {@code user}, and
 * the present user reports the end when it leaves. So exactly one thread reports the end of each
 * transaction.
 */
final class ConnectionGuard {
  /**
   * The value of {@code user} while the user ends a transaction. Such a user does not wait, so it
   * has no wait limit.
   */
  private static final CancellableTimeout NO_WAIT = new CancellableTimeout();

  /**
   * The value of {@code user} if the user must report the end of the transaction when it leaves.
   */
  private static final CancellableTimeout END_OWED = new CancellableTimeout();

  /** The value of {@code user} if the connection is closed. No thread enters the session again. */
  private static final CancellableTimeout CLOSED = new CancellableTimeout();

  private final AdmissionSession session;

  @Shared(
      writers =
          "threads that enter or leave the session; threads that commit, roll back or close "
              + "while another executes",
      readers = "the same",
      access =
          "compare-and-set; a thread that finds the session in use does not enter, and records "
              + "the end of the transaction for the user")
  private final AtomicReference<CancellableTimeout> user = new AtomicReference<>();

  /** The connection's auto-commit mode. */
  @Shared(
      writers = "the thread that uses the connection",
      readers = "the same",
      access = "plain, since an application uses a connection from one thread at a time")
  private boolean autoCommit;

  /** The isolation level that the application has set; unknown levels count as serializable. */
  @Shared(
      writers = "the thread that uses the connection",
      readers = "the same",
      access = "plain, since an application uses a connection from one thread at a time")
  private int isolation = Connection.TRANSACTION_SERIALIZABLE;

  @Shared(
      writers = "the thread that uses the connection",
      readers = "the same",
      access = "plain, since an application uses a connection from one thread at a time")
  private boolean readOnly;

  ConnectionGuard(AdmissionSession session, boolean autoCommit) {
    this.session = session;
    this.autoCommit = autoCommit;
  }

  StatementTemplate template(String sql) {
    return session.template(sql);
  }

  /**
   * Enters the session before statements are executed.
   *
   * @return whether the thread has entered the session; if so, the caller must call {@link #after}
   * @throws SQLException if the wait was cancelled or timed out; the caller must then send nothing
   *     to the database, and must not call {@code after}
   */
  boolean before(List<BoundStatement> statements, CancellableTimeout waitLimit)
      throws SQLException {
    if (statements.isEmpty()) {
      return false;
    }
    // The wait limit begins before {@code user} is set. A thread that cancels or closes, and sees
    // the user, can then end the wait.
    waitLimit.begin();
    if (!user.compareAndSet(null, waitLimit)) {
      waitLimit.end();
      return false;
    }
    boolean passed = false;
    try {
      session.beforeExecution(statements, autoCommit, waitLimit);
      passed = true;
    } finally {
      waitLimit.end();
      if (!passed) {
        leave();
      }
    }
    return true;
  }

  /**
   * Reports the executed statements to the session, and leaves it.
   *
   * @param failure the vendor's exception, or null
   */
  void after(List<BoundStatement> statements, SQLException failure) {
    try {
      session.afterExecution(statements, autoCommit, failure);
    } finally {
      leave();
    }
  }

  /**
   * Reports the connection's commit or rollback to the session.
   *
   * @param failure the vendor's exception at the commit, or null
   */
  void ended(boolean committed, SQLException failure) {
    while (!user.compareAndSet(null, NO_WAIT)) {
      CancellableTimeout now = user.get();
      if (now == CLOSED || (now != null && user.compareAndSet(now, END_OWED))) {
        return;
      }
    }
    try {
      session.transactionEnded(committed, failure);
    } finally {
      leave();
    }
  }

  /**
   * Records the isolation level. Transactions pass through without scheduling if the connection is
   * read-only, or if its isolation level does not give a whole transaction one snapshot.
   */
  void isolationIs(int level) {
    isolation = level;
    session.passThrough(readOnly || isolation <= Connection.TRANSACTION_READ_COMMITTED);
  }

  /** Records whether the connection is read-only, for the same purpose as {@link #isolationIs}. */
  void readOnlyIs(boolean on) {
    readOnly = on;
    session.passThrough(readOnly || isolation <= Connection.TRANSACTION_READ_COMMITTED);
  }

  void savepointSet() {
    session.savepointSet();
  }

  /** Records the auto-commit mode, after the vendor's connection was set to this mode. */
  void autoCommitIs(boolean on) {
    autoCommit = on;
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  /**
   * Closes the guard when the connection is closed or aborted, and ends a wait that is under way.
   * Any thread may call this method.
   */
  void close() {
    CancellableTimeout found = user.getAndSet(CLOSED);
    if (found == null) {
      session.transactionEnded(false, null);
    } else {
      found.cancel();
    }
  }

  /**
   * Leaves the session. If another thread has recorded the end of a transaction, reports the end
   * first.
   */
  private void leave() {
    CancellableTimeout found;
    do {
      found = user.get();
      if (found == CLOSED || found == END_OWED) {
        session.transactionEnded(false, null);
      }
    } while (found != CLOSED && !user.compareAndSet(found, null));
  }
}
