package dev.yardmaster.jdbc.driver;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.admission.AdmissionSession;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Admits one thread at a time into a connection's session, and reports statements and the ends of
 * transactions to the session.
 *
 * <p>JDBC allows any thread to close or abort a connection while another thread executes on it.
 * {@code user} is the session's present user: null for none, otherwise the wait limit of the
 * executing statement. A thread that finds the session in use does not enter it: a statement runs
 * without the session; the end of a transaction is recorded in {@code user}, and the present user
 * reports it when it leaves. So exactly one thread returns a turn.
 */
final class ConnectionGuard {
  /** The user does not wait: it ends a transaction. */
  private static final CancellableTimeout NO_WAIT = new CancellableTimeout();

  /** The user must report the end of the transaction when it leaves. */
  private static final CancellableTimeout END_OWED = new CancellableTimeout();

  /** The connection is closed. No thread enters the session again. */
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

  ConnectionGuard(AdmissionSession session, boolean autoCommit) {
    this.session = session;
    this.autoCommit = autoCommit;
  }

  StatementTemplate template(String sql) {
    return session.template(sql);
  }

  /**
   * Called before statements are executed.
   *
   * @return whether the session was entered; then {@link #after} must be called
   * @throws SQLException if the wait was cancelled or timed out; then nothing may be sent to the
   *     database, and {@code after} must not be called
   */
  boolean before(List<BoundStatement> statements, CancellableTimeout waitLimit)
      throws SQLException {
    if (statements.isEmpty()) {
      return false;
    }
    // Before {@code user} is set: a cancel or a close that sees the user must end the wait.
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
   * Called after statements were executed.
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
   * Called after the connection's commit or rollback.
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

  /** Sets the auto-commit mode, after the vendor's connection was set to it. */
  void autoCommitIs(boolean on) {
    autoCommit = on;
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  /** Called when the connection is closed or aborted. Ends a wait that is under way. Any thread may call this method. */
  void close() {
    CancellableTimeout found = user.getAndSet(CLOSED);
    if (found == null) {
      session.transactionEnded(false, null);
    } else {
      found.cancel();
    }
  }

  /** Leaves the session, after reporting the end that another thread has recorded. */
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
