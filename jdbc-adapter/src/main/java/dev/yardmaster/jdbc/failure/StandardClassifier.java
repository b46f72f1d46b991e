package dev.yardmaster.jdbc.failure;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Classifies all exceptions that a failure contains, and returns the worst kind. */
final class StandardClassifier implements FailureClassifier {
  static final StandardClassifier INSTANCE = new StandardClassifier();

  /**
   * The maximum number of examined exceptions. A batch may chain one exception for each of its
   * rows, but the first exceptions are sufficient.
   */
  private static final int MAX_EXCEPTIONS = 1_000;

  private StandardClassifier() {}

  @Override
  public FailureKind classify(Throwable failure, boolean committing) {
    FailureKind worst = FailureKind.OTHER;
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    meet(failure, seen, open);
    while (!open.isEmpty() && seen.size() <= MAX_EXCEPTIONS) {
      Throwable exception = open.remove();
      meet(exception.getCause(), seen, open);
      if (exception instanceof SQLException sqlException) {
        meet(sqlException.getNextException(), seen, open);
        FailureKind kind = kind(sqlException, committing);
        worst = kind.compareTo(worst) > 0 ? kind : worst;
      }
    }
    return worst;
  }

  private static void meet(
      @Nullable Throwable exception, Set<Throwable> seen, Deque<Throwable> open) {
    if (exception != null && seen.add(exception)) {
      open.add(exception);
    }
  }

  private static FailureKind kind(SQLException exception, boolean committing) {
    FailureKind kind = VendorFailures.kind(exception);
    if (kind == FailureKind.OTHER && isConnectionLost(exception)) {
      kind = FailureKind.CONNECTION_LOST;
    }
    boolean unknown =
        kind == FailureKind.CONNECTION_LOST
            || (kind == FailureKind.OTHER && exception instanceof SQLTimeoutException);
    return committing && unknown ? FailureKind.AMBIGUOUS : kind;
  }

  private static boolean isConnectionLost(SQLException exception) {
    return exception instanceof SQLNonTransientConnectionException
        || exception instanceof SQLTransientConnectionException
        || exception instanceof SQLRecoverableException
        || (exception.getCause() instanceof IOException && saysNothing(exception.getSQLState()));
  }

  /**
   * Returns whether an SQLState gives no information. Some drivers report network failures without
   * an SQLState, or with the SQLState of a general error.
   */
  private static boolean saysNothing(String state) {
    return state == null || state.isEmpty() || state.equals("HY000");
  }
}
