package dev.yardmaster.jdbc.driver;

import dev.yardmaster.jdbc.admission.Course;
import dev.yardmaster.jdbc.admission.Patience;
import dev.yardmaster.jdbc.sql.BoundStatement;
import dev.yardmaster.jdbc.sql.StatementTemplate;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A connection's way through its course: tells it what is executed and how transactions end, and
 * keeps it to one thread at a time.
 *
 * <p>JDBC lets any thread close or abort a connection while another executes on it. {@code user}
 * says who is in the course: null for nobody, else the patience of whoever executes. Who finds it
 * taken does not enter. A statement then runs without the course; an end leaves word, and the user
 * tells the course when it leaves. So a turn is given back by exactly one of them, and never by two
 * at once.
 */
final class Passage {
  /** The user is not one that waits. */
  private static final Patience NO_WAIT = new Patience();

  /** The user has to tell the course that the transaction has ended. */
  private static final Patience END_OWED = new Patience();

  /** The connection is closed. Nobody enters again. */
  private static final Patience CLOSED = new Patience();

  private final Course course;
  private final AtomicReference<Patience> user = new AtomicReference<>();

  /** As JDBC has it. */
  private boolean autoCommit;

  Passage(Course course, boolean autoCommit) {
    this.course = course;
    this.autoCommit = autoCommit;
  }

  StatementTemplate template(String sql) {
    return course.template(sql);
  }

  /**
   * Before statements are executed.
   *
   * @return whether the course was told; {@link #after} must then be called
   * @throws SQLException when the wait was ended; nothing may be sent and {@code after} not called
   */
  boolean before(List<BoundStatement> statements, Patience patience) throws SQLException {
    if (statements.isEmpty()) {
      return false;
    }
    // Before others can see it: whoever cancels or closes from here on ends the wait.
    patience.begin();
    if (!user.compareAndSet(null, patience)) {
      patience.end();
      return false;
    }
    boolean passed = false;
    try {
      course.beforeExecution(statements, autoCommit, patience);
      passed = true;
    } finally {
      patience.end();
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
      course.afterExecution(statements, autoCommit, failure);
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
      Patience now = user.get();
      if (now == CLOSED || (now != null && user.compareAndSet(now, END_OWED))) {
        return;
      }
    }
    try {
      course.transactionEnded(committed, failure);
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
    Patience found = user.getAndSet(CLOSED);
    if (found == null) {
      course.transactionEnded(false, null);
    } else {
      found.cancel();
    }
  }

  /** The user leaves, having told what others could not: nobody enters before it is told. */
  private void leave() {
    Patience found;
    do {
      found = user.get();
      if (found == CLOSED || found == END_OWED) {
        course.transactionEnded(false, null);
      }
    } while (found != CLOSED && !user.compareAndSet(found, null));
  }
}
