package dev.yardmaster.jdbc.failure;

/**
 * Classifies the failure of a transaction. Implementations accept any exception of a database, a
 * driver, or a framework that wraps them. Implementations are thread-safe and never throw an
 * exception.
 */
@FunctionalInterface
public interface FailureClassifier {

  /**
   * Classifies a failure.
   *
   * @param failure the exception
   * @param committing whether a commit had been requested, explicitly or by auto-commit; in this
   *     case a lost connection means that the outcome is unknown
   * @return the kind, never null; {@link FailureKind#OTHER} for an unknown failure
   */
  FailureKind classify(Throwable failure, boolean committing);

  /**
   * Returns a classifier that uses this classifier first, and {@code other} for the failures that
   * this classifier reports as {@link FailureKind#OTHER}.
   *
   * @param other classifies failures that this classifier does not know
   */
  default FailureClassifier or(FailureClassifier other) {
    return (failure, committing) -> {
      FailureKind kind = classify(failure, committing);
      return kind == FailureKind.OTHER ? other.classify(failure, committing) : kind;
    };
  }

  /**
   * Returns the classifier of the failures that PostgreSQL, CockroachDB, YugabyteDB, Aurora DSQL,
   * MySQL, TiDB, SQL Server, Oracle and Db2 document, and of JDBC's exceptions for lost
   * connections.
   *
   * <p>The classifier examines all causes and all next exceptions, and returns the worst kind. An
   * {@link java.io.IOException} means a lost connection only if it is the cause of a {@link
   * java.sql.SQLException} without a specific SQLState. An IOException of the application itself
   * does not mean a lost connection.
   */
  static FailureClassifier standard() {
    return StandardClassifier.INSTANCE;
  }
}
