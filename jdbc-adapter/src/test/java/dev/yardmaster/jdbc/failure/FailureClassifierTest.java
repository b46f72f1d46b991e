package dev.yardmaster.jdbc.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassifierTest {
  private final FailureClassifier classifier = FailureClassifier.standard();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "the standard's rollback            | 40000 | 0     | transaction rollback",
        "PostgreSQL serialization failure   | 40001 | 0     | could not serialize access",
        "PostgreSQL deadlock                | 40P01 | 0     | deadlock detected",
        "CockroachDB                        | 40001 | 0     | restart transaction: WriteTooOld",
        "CockroachDB, text alone            | XX000 | 0     | ERROR: restart transaction: x",
        "YugabyteDB conflict                | 40001 | 0     | Conflicts with higher priority",
        "YugabyteDB read restart            | XX000 | 0     | Query error: Restart read required at",
        "Aurora DSQL data conflict          | 40001 | 0     | mutation conflicts (OC000)",
        "Aurora DSQL data conflict as state | OC000 | 0     | mutation conflicts",
        "Aurora DSQL schema conflict        | OC001 | 0     | schema has been updated",
        "MySQL deadlock                     | 40001 | 1213  | Deadlock found",
        "MySQL lock wait timeout            | HY000 | 1205  | Lock wait timeout exceeded",
        "TiDB conflict of a locking read    | HY000 | 8002  | can not retry select for update",
        "TiDB commit failed                 | HY000 | 8022  | KV error safe to retry",
        "TiDB schema changed                | HY000 | 8028  | Information schema is changed",
        "TiDB write conflict                | HY000 | 9007  | Write conflict",
        "SQL Server deadlock                | 40001 | 1205  | was deadlocked",
        "SQL Server snapshot conflict       | S0005 | 3960  | Snapshot isolation transaction",
        "SQL Server dependency aborted      | S0001 | 41301 | a previous transaction",
        "SQL Server write conflict          | S0001 | 41302 | attempted to update",
        "SQL Server repeatable read         | S0001 | 41305 | repeatable read validation",
        "SQL Server serializable            | S0001 | 41325 | serializable validation",
        "Oracle serialization failure       | 72000 | 8177  | ORA-08177: can't serialize",
        "Oracle deadlock                    | 61000 | 60    | ORA-00060: deadlock detected",
        "Db2 deadlock                       | 40001 | -911  | SQLCODE=-911",
        "Db2 deadlock, statement only       | 57033 | -913  | SQLCODE=-913",
      })
  void theDatabaseAborted(String name, String state, int code, String message) {
    SQLException failure = new SQLException(message, state, code);
    assertEquals(FailureKind.RETRY, classifier.classify(failure, false), name);
    assertEquals(FailureKind.RETRY, classifier.classify(failure, true), name);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "connection failure, 08006, 0",
    "communication link failure, 08S01, 0",
    "no such connection, 08003, 0",
    "PostgreSQL admin shutdown, 57P01, 0",
    "PostgreSQL crash shutdown, 57P02, 0",
    "PostgreSQL starts up, 57P03, 0",
    "PostgreSQL idle session, 57P05, 0",
    "PostgreSQL idle in transaction, 25P03, 0",
    "PostgreSQL transaction timeout, 25P04, 0",
  })
  void aLostConnectionIsAmbiguousOnlyInACommit(String name, String state, int code) {
    assertLost(new SQLException(name, state, code));
  }

  /** A database's message quotes text that an application has stored. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "23505 | ERROR: duplicate key: Key (note)=(restart transaction: x) already exists",
        "P0001 | ERROR: restart transaction: x",
        "22P02 | ERROR: invalid input syntax for type integer: \"restart read required\"",
        "XX000 | ERROR: cannot read the note \"restart transaction: x\"",
        "''    | restart transaction: x",
      })
  void theTextOfARowIsNoReasonToRetry(String state, String message) {
    SQLException thrown = new SQLException(message, state, 0);
    assertEquals(FailureKind.OTHER, classifier.classify(thrown, true));
  }

  @Test
  void theTypeOfAnExceptionTellsALostConnection() {
    assertLost(new SQLRecoverableException("closed"));
    assertLost(new SQLNonTransientConnectionException("closed"));
    assertLost(new SQLTransientConnectionException("no answer"));
    assertLost(new SQLException("I/O error", null, new SocketException("reset")));
    assertLost(new SQLException("I/O error", "HY000", new SocketException("reset")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"CockroachDB result is ambiguous, 40003", "transaction resolution unknown, 08007"})
  void someFailuresAreAlwaysAmbiguous(String name, String state) {
    SQLException failure = new SQLException(name, state);
    assertEquals(FailureKind.AMBIGUOUS, classifier.classify(failure, false));
    assertEquals(FailureKind.AMBIGUOUS, classifier.classify(failure, true));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "unique violation, 23505, 0",
    "deferred constraint at commit, 40002, 0",
    "triggered action, 40004, 0",
    "statement cancelled, 57014, 0",
    "in failed transaction, 25P02, 0",
    "internal error, XX000, 0",
    "Oracle invalid character, 22019, 911",
    "Oracle CURRVAL not defined, 64000, 8002",
    "SQL Server TDS stream, S0001, 8022",
    "code of nobody, HY000, 60",
  })
  void otherFailuresAreNotRunAgain(String name, String state, int code) {
    SQLException failure = new SQLException(name, state, code);
    assertEquals(FailureKind.OTHER, classifier.classify(failure, false));
    assertEquals(FailureKind.OTHER, classifier.classify(failure, true));
  }

  @Test
  void whatTheApplicationThrowsIsNoFailureOfTheDatabase() {
    for (Throwable failure :
        new Throwable[] {
          new IOException("mail server"),
          new UncheckedIOException(new SocketException("reset")),
          new IllegalStateException("restart transaction: x"),
          new SQLException("bad stream", "22023", new IOException("file")),
          new SQLException(),
          new OutOfMemoryError()
        }) {
      assertEquals(FailureKind.OTHER, classifier.classify(failure, true), failure.toString());
    }
    assertEquals(FailureKind.OTHER, classifier.classify(null, true));
  }

  @Test
  void aTimeoutInACommitIsAmbiguous() {
    assertEquals(FailureKind.OTHER, classifier.classify(new SQLTimeoutException("x"), false));
    assertEquals(FailureKind.AMBIGUOUS, classifier.classify(new SQLTimeoutException("x"), true));
  }

  @Test
  void frameworksAndBatchesAreSeenThrough() {
    SQLException conflict = new SQLException("could not serialize", "40001");
    BatchUpdateException batch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
    batch.setNextException(new SQLException("first row", "HY000"));
    batch.setNextException(conflict);
    RuntimeException framework = new RuntimeException(new IllegalStateException(batch));
    assertEquals(FailureKind.RETRY, classifier.classify(framework, true));
  }

  @Test
  void theWorstOfAllCounts() {
    SQLException conflict = new SQLException("could not serialize", "40001");
    conflict.setNextException(new SQLException("gone", "08006"));
    assertEquals(FailureKind.CONNECTION_LOST, classifier.classify(conflict, false));
    assertEquals(FailureKind.AMBIGUOUS, classifier.classify(conflict, true));
  }

  @Test
  void circlesAreGoneRoundOnce() {
    SQLException first = new SQLException("first");
    RuntimeException second = new RuntimeException(first);
    SQLException third = new SQLException("third", "40001", second);
    first.initCause(third);
    assertEquals(FailureKind.RETRY, classifier.classify(second, false));
  }

  @Test
  void aLongChainIsFollowedUpToALimit() {
    SQLException last = new SQLException("last", "40001");
    SQLException first = last;
    for (int i = 0; i < 100_000; i++) {
      first = new SQLException("row", "HY000", first);
    }
    assertEquals(FailureKind.OTHER, classifier.classify(first, false));
  }

  @Test
  void aClassifierOfOnesOwnIsAskedWhereThisKnowsNothing() {
    FailureClassifier both =
        classifier.or(
            (failure, committing) ->
                failure instanceof IllegalStateException ? FailureKind.RETRY : FailureKind.OTHER);
    assertEquals(FailureKind.RETRY, both.classify(new IllegalStateException(), false));
    assertEquals(FailureKind.OTHER, both.classify(new IllegalArgumentException(), false));
    assertLost(both, new SQLException("gone", "08006"));
  }

  private void assertLost(SQLException failure) {
    assertLost(classifier, failure);
  }

  private static void assertLost(FailureClassifier classifier, SQLException failure) {
    assertEquals(FailureKind.CONNECTION_LOST, classifier.classify(failure, false));
    assertEquals(FailureKind.AMBIGUOUS, classifier.classify(failure, true));
  }
}
