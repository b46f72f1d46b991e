package dev.yardmaster.jdbc.failure;

/**
 * Classifies the failure of a transaction. Implementations accept any exception of a database, a
 * driver, or a framework that wraps them. Thread-safe; never throws.
 */
@FunctionalInterface
public interface FailureClassifier {

  /**
   * Classifies a failure.
   *
   * @param failure the exception
   * @param committing whether a commit had been requested, explicitly or by auto-commit, so that a
   *     lost connection leaves the outcome unknown
   * @return never null; {@link FailureKind#OTHER} for an unknown failure
   */
  FailureKind classify(Throwable failure, boolean committing);

  /**
   * Returns this classifier, with another one for the failures that are {@link FailureKind#OTHER}
   * to this one.
   *
   * @param other classifies failures of a database or an application that this one does not know
   */
  default FailureClassifier or(FailureClassifier other) {
    return (failure, committing) -> {
      FailureKind kind = classify(failure, committing);
      return kind == FailureKind.OTHER ? other.classify(failure, committing) : kind;
    };
  }

  /**
   * Returns the failures that PostgreSQL, CockroachDB, YugabyteDB, Aurora DSQL, MySQL, TiDB, SQL
   * Server, Oracle and Db2 document, and JDBC's exceptions for lost connections.
   *
   * <p>All causes and all next exceptions are classified, and the worst kind is the result. An
   * {@link java.io.IOException} means a lost connection only if it is the cause of a {@link
   * java.sql.SQLException} without a specific SQLState; an IOException that the application threw
   * does not.
   */
  static FailureClassifier standard() {
    return StandardClassifier.INSTANCE;
  }
}
