package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.AdmissionSession;
import dev.yardmaster.jdbc.admission.CancellableTimeout;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection's way through its session: tells it what is executed and how transactions end, and
 * keeps it to one thread at a time.
 *
 * <p>JDBC lets any thread close or abort a connection while another executes on it. {@code user}
 * says who is in the session: null for nobody, else the wait limit of whoever executes. Who finds
 * it taken does not enter. A statement then runs without the session; an end leaves word, and the
 * user tells the session when it leaves. So a turn is given back by exactly one of them, and never
 * by two at once.
 */
final class ConnectionGuard {
  /** The user is not one that waits. */
  private static final CancellableTimeout NO_WAIT = new CancellableTimeout();

  /** The user has to tell the session that the transaction has ended. */
  private static final CancellableTimeout END_OWED = new CancellableTimeout();

  /** The connection is closed. Nobody enters again. */
  private static final CancellableTimeout CLOSED = new CancellableTimeout();

  private final AdmissionSession session;
  private final AtomicReference<CancellableTimeout> user = new AtomicReference<>();

  /** As JDBC has it. */
  private boolean autoCommit;

  ConnectionGuard(AdmissionSession session, boolean autoCommit) {
    this.session = session;
    this.autoCommit = autoCommit;
  }

  StatementTemplate template(String sql) {
    return session.template(sql);
  }

  /**
   * Before statements are executed.
   *
   * @return whether the session was told; {@link #after} must then be called
   * @throws SQLException when the wait was ended; nothing may be sent and {@code after} not called
   */
  boolean before(List<BoundStatement> statements, CancellableTimeout waitLimit)
      throws SQLException {
    if (statements.isEmpty()) {
      return false;
    }
    // Before others can see it: whoever cancels or closes from here on ends the wait.
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
   * After statements were executed.
   *
   * @param failure what the vendor threw, or null
   */
  void after(List<BoundStatement> statements, SQLException failure) {
    try {
      session.afterExecution(statements, autoCommit, failure);
    } finally {
      leave();
    }
  }

  /**
   * The connection's own commit or rollback was called.
   *
   * @param failure what the vendor threw at the commit, or null
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

  /** The auto-commit mode, as the vendor now has it. */
  void autoCommitIs(boolean on) {
    autoCommit = on;
  }

  boolean isAutoCommit() {
    return autoCommit;
  }

  /** The connection is closed, or as good as closed. Ends a wait that is under way. Any thread. */
  void close() {
    CancellableTimeout found = user.getAndSet(CLOSED);
    if (found == null) {
      session.transactionEnded(false, null);
    } else {
      found.cancel();
    }
  }

  /** The user leaves, having told what others could not: nobody enters before it is told. */
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
