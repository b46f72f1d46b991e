package dev.yardmaster.jdbc.failure;

/**
 * Tells what a failure means for the transaction that met it. Implementations take any exception of
 * the database, of a driver, or of a framework that wraps them. Any thread; never throws.
 */
@FunctionalInterface
public interface FailureClassifier {

  /**
   * What a failure means.
   *
   * @param failure what was thrown
   * @param committing whether a commit had been asked for, in words or by auto-commit, so that a
   *     lost connection leaves its outcome unknown
   * @return never null; {@link FailureKind#OTHER} when nothing is known of it
   */
  FailureKind classify(Throwable failure, boolean committing);

  /**
   * This, and another for the failures that are {@link FailureKind#OTHER} to this one.
   *
   * @param other for failures of a database or an application that this one does not know
   */
  default FailureClassifier or(FailureClassifier other) {
    return (failure, committing) -> {
      FailureKind kind = classify(failure, committing);
      return kind == FailureKind.OTHER ? other.classify(failure, committing) : kind;
    };
  }

  /**
   * What PostgreSQL, CockroachDB, YugabyteDB, Aurora DSQL, MySQL, TiDB, SQL Server, Oracle and Db2
   * document, and what JDBC says of lost connections.
   *
   * <p>All causes and all next exceptions count, and the worst of them is the answer. An {@link
   * java.io.IOException} is a lost connection only where it is the cause of a {@link
   * java.sql.SQLException} that says nothing else: one that the application threw is none.
   */
  static FailureClassifier standard() {
    return StandardClassifier.INSTANCE;
  }
}
