package dev.yardmaster.jdbc.admission;

import static dev.yardmaster.jdbc.admission.TestClient.aborted;
import static dev.yardmaster.jdbc.admission.TestClient.done;
import static dev.yardmaster.jdbc.admission.TestClient.waits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.BoundStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests which transactions wait for which other transactions, and which uses of rows the templates
 * record.
 */
@Timeout(60)
class ScheduledSessionTest {
  private static final String OWNER = "SELECT name FROM owners WHERE id = ?";
  private static final String BALANCE = "SELECT balance FROM accounts WHERE id = ?";
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";
  private static final String SET_SAVINGS = "UPDATE savings SET balance = 0 WHERE id = ?";

  private TestAdmission scene = new TestAdmission();
  private final TestClient one = scene.client();
  private final TestClient two = scene.client();

  @AfterEach
  void close() {
    scene.close();
  }

  private AdmissionFigures figures() {
    return scene.figures();
  }

  private void nothingIsLeftOver() {
    assertEquals(0, figures().queued());
    assertEquals(0, figures().running());
  }

  /** Runs a transaction that reads an account and then writes the savings of the same owner. */
  private void savingsFollowAccounts() {
    one.goOn(BALANCE, 99);
    one.goOn(SET_SAVINGS, 99);
    one.commit();
  }

  @Test
  void theFirstStatementWaitsForATransactionThatUsesTheSameRow() {
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
    two.commit();
    assertEquals(TestAdmission.counts(2, 1, 0, 0, 0, 0), figures());
  }

  @Test
  void otherRowsAreNotWaitedFor() {
    one.goOn(SET_BALANCE, 1);
    two.goOn(SET_BALANCE, 2);
    assertEquals(TestAdmission.counts(2, 0, 0, 0, 0, 2), figures());
    one.commit();
    two.rollBack();
    nothingIsLeftOver();
  }

  @Test
  void aWriterWaitsForAReaderThatWritesSomethingElse() {
    one.goOn(SET_SAVINGS, 5);
    one.goOn(BALANCE, 1);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.rollBack();
    done(waiting);
  }

  @Test
  void whatFollowsARowIsPredictedAfterOneTransaction() {
    savingsFollowAccounts();
    one.goOn(BALANCE, 1);
    Future<Void> waiting = two.begin(SET_SAVINGS, 1);
    waits(scene, 1, waiting);
    one.goOn(SET_SAVINGS, 1);
    one.commit();
    done(waiting);
  }

  @Test
  void theWaitIsForTheWholeTransactionAsFarAsItIsPredicted() {
    savingsFollowAccounts();
    two.goOn(SET_SAVINGS, 1);
    Future<Void> waiting = one.begin(BALANCE, 1);
    waits(scene, 1, waiting);
    two.commit();
    done(waiting);
  }

  @Test
  void whatIsNotCommittedIsNotLearned() {
    one.goOn(BALANCE, 99);
    one.goOn(SET_SAVINGS, 99);
    one.rollBack();
    one.goOn(BALANCE, 1);
    two.goOn(SET_SAVINGS, 1);
    assertEquals(0, figures().waited());
  }

  @Test
  void anAbortedTransactionWaitsForAllItsRowsTheNextTime() {
    one.goOn(BALANCE, 1);
    one.failed(aborted(), SET_SAVINGS, 2);
    one.rollBack();
    two.goOn(SET_SAVINGS, 2);
    Future<Void> waiting = one.begin(BALANCE, 1);
    waits(scene, 1, waiting);
    two.commit();
    done(waiting);
  }

  @Test
  void anAbortAtTheCommitIsOne() {
    one.goOn(BALANCE, 1);
    one.goOn(SET_SAVINGS, 2);
    done(
        one.submit(
            () -> {
              one.session.transactionEnded(false, aborted());
              return null;
            }));
    two.goOn(SET_SAVINGS, 2);
    Future<Void> waiting = one.begin(BALANCE, 1);
    waits(scene, 1, waiting);
    two.commit();
    done(waiting);
  }

  @Test
  void aTransactionThatFailedOtherwiseDoesNot() {
    one.goOn(BALANCE, 1);
    one.failed(new SQLException("duplicate key", "23505"), SET_SAVINGS, 2);
    one.rollBack();
    two.goOn(SET_SAVINGS, 2);
    one.goOn(BALANCE, 1);
    assertEquals(0, figures().waited());
  }

  @Test
  void laterStatementsNeverWaitAndTheirRowsMakeOthersWait() {
    one.goOn(SET_BALANCE, 1);
    two.goOn(SET_BALANCE, 2);
    one.goOn(SET_BALANCE, 2);
    one.goOn(SET_BALANCE, 3);
    assertEquals(0, figures().waited());
    TestClient three = scene.client();
    Future<Void> waiting = three.begin(SET_BALANCE, 3);
    waits(scene, 1, waiting);
    two.commit();
    one.commit();
    done(waiting);
    three.commit();
    nothingIsLeftOver();
  }

  @Test
  void whatALaterRowIsExpectedToBeFollowedByMakesOthersWaitToo() {
    one.goOn(OWNER, 98);
    savingsFollowAccounts();
    one.goOn(OWNER, 2);
    one.goOn(BALANCE, 1);
    Future<Void> waiting = two.begin(SET_SAVINGS, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
  }

  @Test
  void aTransactionOfWhichNothingWasKnownIsFollowedOnceSomethingIs() {
    one.goOn("SELECT count(*) FROM accounts");
    assertEquals(0, figures().running());
    one.goOn(SET_BALANCE, 1);
    assertEquals(TestAdmission.counts(1, 0, 1, 0, 0, 1), figures());
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
    two.commit();
    nothingIsLeftOver();
  }

  @Test
  void aTransactionThatOnlyReadsHoldsNobodyUp() {
    one.goOn(BALANCE, 1);
    one.goOn(BALANCE, 2);
    one.goOn(BALANCE, 3);
    for (int row = 1; row <= 3; row++) {
      two.goOn(SET_BALANCE, row);
      two.commit();
    }
    assertEquals(0, figures().waited());
    assertEquals(1, figures().running());
  }

  @Test
  void whatItReadHoldsOthersUpOnceItWrites() {
    one.goOn(BALANCE, 1);
    one.goOn(BALANCE, 2);
    one.goOn(SET_SAVINGS, 3);
    Future<Void> waiting = two.begin(SET_BALANCE, 2);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
  }

  @Test
  void aRowThatWasReadAndIsWrittenThenHoldsItsReadersUpToo() {
    savingsFollowAccounts();
    one.goOn(SET_SAVINGS, 5);
    one.goOn(BALANCE, 1);
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.begin(BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
  }

  @Test
  void singleReadsPass() {
    one.goOn(SET_BALANCE, 1);
    done(two.beginAlone(BALANCE, 1));
    two.answered();
    assertEquals(TestAdmission.counts(1, 0, 0, 0, 0, 1), figures());
  }

  @Test
  void singleWritesWaitAndEndWithTheirAnswer() {
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.beginAlone(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
    assertEquals(1, figures().running());
    two.answered();
    nothingIsLeftOver();
  }

  @Test
  void aSingleWriteThatFailsHasEnded() {
    done(one.beginAlone(SET_BALANCE, 1));
    one.answered(aborted());
    nothingIsLeftOver();
  }

  @Test
  void aTransactionMayBeginAndEndByText() {
    for (String end : List.of("COMMIT", "ROLLBACK")) {
      alone("BEGIN");
      alone(SET_BALANCE, 1);
      alone("ROLLBACK TO SAVEPOINT a");
      Future<Void> waiting = two.begin(SET_BALANCE, 1);
      waits(scene, 1, waiting);
      done(one.beginAlone(end));
      assertEquals(
          1, figures().running(), "the transaction runs until its last statement has returned");
      one.answered();
      done(waiting);
      two.commit();
      alone(SET_BALANCE, 2);
      nothingIsLeftOver();
    }
  }

  /** Executes a statement on a connection in auto-commit mode. */
  private void alone(String sql, Object... parameters) {
    done(one.beginAlone(sql, parameters));
    one.answered();
  }

  @Test
  void aFailureInATransactionThatBeganByTextDoesNotEndIt() {
    alone("BEGIN");
    done(one.beginAlone(SET_BALANCE, 1));
    one.answered(new SQLException("duplicate key", "23505"));
    done(one.beginAlone("ROLLBACK"));
    one.answered(new SQLException("not now", "25001"));
    assertEquals(1, figures().running());
    alone("ROLLBACK");
    nothingIsLeftOver();
  }

  @Test
  void aCommitByTextThatFailsEndsTheTransaction() {
    alone("BEGIN");
    alone(SET_BALANCE, 1);
    done(one.beginAlone("COMMIT"));
    one.answered(aborted());
    nothingIsLeftOver();
    one.goOn(SET_BALANCE, 1);
    one.failed(aborted(), "COMMIT");
    nothingIsLeftOver();
  }

  @Test
  void aBeginAndWhatFollowsMayGoTogether() {
    done(
        one.submit(
            () -> {
              List<BoundStatement> both = new ArrayList<>();
              both.addAll(TestClient.bound(one.session, "BEGIN"));
              both.addAll(TestClient.bound(one.session, BALANCE, 1));
              both.addAll(TestClient.bound(one.session, SET_BALANCE, 1));
              one.session.beforeExecution(both, true, one.waitLimit);
              one.session.afterExecution(both, true, null);
              return null;
            }));
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
  }

  @Test
  void aBeginThatFailsBeginsNothing() {
    done(one.beginAlone("BEGIN"));
    one.answered(new SQLException("no", "25006"));
    done(one.beginAlone(SET_BALANCE, 1));
    one.answered();
    nothingIsLeftOver();
  }

  @Test
  void aThreadNeverWaitsForItself() {
    ScheduledSession second = scene.session();
    one.goOn(SET_BALANCE, 1);
    done(
        one.submit(
            () -> {
              second.beforeExecution(
                  TestClient.bound(second, SET_BALANCE, 1), false, new CancellableTimeout());
              return null;
            }));
    assertEquals(TestAdmission.counts(2, 0, 1, 0, 0, 2), figures());
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    waits(scene, 1, waiting);
    second.transactionEnded(true, null);
    done(waiting);
    two.commit();
    one.goOn(SET_BALANCE, 1);
    TestClient three = scene.client();
    waits(scene, 1, three.begin(SET_BALANCE, 1));
    assertEquals(
        1,
        figures().passed(),
        "a thread without an open transaction must wait like any other thread");
  }

  @Test
  void whatFindsNoRoomPassesThrough() {
    scene.close();
    scene = new TestAdmission(new ScheduleConfig(50, 1_000, 1, 1_000));
    TestClient first = scene.client();
    first.goOn(SET_BALANCE, 1);
    Future<Void> waiting = scene.client().begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    TestClient third = scene.client();
    third.goOn(SET_BALANCE, 1);
    assertEquals(TestAdmission.counts(1, 1, 1, 0, 1, 1), figures());
    third.commit();
    first.commit();
    done(waiting);
  }

  @Test
  void whatPassedThroughHoldsOthersUpWithItsNextStatement() {
    scene.close();
    scene = new TestAdmission(new ScheduleConfig(50, 1_000, 1, 1_000));
    TestClient first = scene.client();
    first.goOn(BALANCE, 99);
    first.goOn(SET_BALANCE, 99);
    first.commit();
    first.goOn(SET_SAVINGS, 1);
    Future<Void> second = scene.client().begin(SET_SAVINGS, 1);
    waits(scene, 1, second);
    TestClient passing = scene.client();
    passing.goOn(BALANCE, 2);
    passing.goOn(SET_BALANCE, 2);
    first.commit();
    done(second);
    Future<Void> fourth = scene.client().begin(SET_BALANCE, 2);
    waits(scene, 1, fourth);
    passing.commit();
    done(fourth);
  }

  @Test
  void noMoreRunThanMay() {
    scene.close();
    scene = new TestAdmission(new ScheduleConfig(50, 1, 1_000, 1_000));
    TestClient first = scene.client();
    first.goOn(SET_BALANCE, 1);
    Future<Void> waiting = scene.client().begin(SET_BALANCE, 2);
    waits(scene, 1, waiting);
    first.commit();
    done(waiting);
  }

  @Test
  void aLoadOfRowsPassesThroughUnseen() {
    String insert = "INSERT INTO accounts (id, balance) VALUES (?, 0)";
    for (boolean alone : new boolean[] {true, false}) {
      done(
          one.submit(
              () -> {
                List<BoundStatement> load = TestClient.batch(one.session, insert, 50_000);
                one.session.beforeExecution(load, alone, one.waitLimit);
                one.session.afterExecution(load, alone, null);
                return null;
              }));
      one.goOn(BALANCE, 1);
      one.commit();
    }
    assertTrue(figures().admitted() <= 1, () -> figures().toString());
    nothingIsLeftOver();
  }

  @Test
  void anErrorThatAbortsTheTransactionEndsItsTicket() {
    for (SQLException ending : List.of(aborted(), new SQLException("terminated", "57P01"))) {
      one.failed(ending, SET_BALANCE, 1);
      nothingIsLeftOver();
      one.goOn(SET_BALANCE, 2);
      nothingIsLeftOver();
      one.rollBack();
    }
  }

  @Test
  void anotherErrorEndsTheTicketOnlyIfTheDatabaseAbortsOnErrors() {
    SQLException duplicate = new SQLException("duplicate key", "23505");
    one.failed(duplicate, SET_BALANCE, 1);
    assertEquals(1, figures().running());
    one.rollBack();
    TestClient strict = scene.client(scene.sessionThatAbortsOnError());
    strict.failed(duplicate, SET_BALANCE, 1);
    nothingIsLeftOver();
    strict.rollBack();
    strict.goOn(SET_BALANCE, 1);
    strict.session.savepointSet();
    strict.failed(duplicate, SET_BALANCE, 1);
    assertEquals(1, figures().running(), "the transaction continues at its savepoint");
    strict.rollBack();
    strict.goOn(SET_BALANCE, 1);
    strict.goOn("SAVEPOINT here");
    strict.failed(duplicate, SET_BALANCE, 1);
    assertEquals(1, figures().running());
    strict.rollBack();
    nothingIsLeftOver();
  }

  @Test
  void readOnlyAndReadCommittedTransactionsPass() {
    one.goOn(SET_BALANCE, 1);
    two.session.passThrough(true);
    two.goOn(SET_BALANCE, 1);
    two.commit();
    two.session.passThrough(false);
    for (String begin :
        List.of(
            "BEGIN READ ONLY",
            "BEGIN ISOLATION LEVEL READ COMMITTED",
            "START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY")) {
      done(two.beginAlone(begin));
      two.answered();
      done(two.beginAlone(SET_BALANCE, 1));
      two.answered();
      done(two.beginAlone("COMMIT"));
      two.answered();
    }
    two.goOn("SET TRANSACTION READ ONLY");
    two.goOn(SET_BALANCE, 1);
    two.commit();
    assertEquals(TestAdmission.counts(1, 0, 0, 0, 0, 1), figures());
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
  }

  @Test
  void whatIsNotUnderstoodMayHoldRowsSoNothingAfterItWaits() {
    one.goOn(SET_BALANCE, 1);
    two.goOn("{call lock_something()}", 1);
    two.goOn(SET_BALANCE, 1);
    two.commit();
    one.commit();
    assertEquals(0, figures().waited());
    nothingIsLeftOver();
  }

  @Test
  void anEndWithoutATransactionIsNone() {
    one.commit();
    one.rollBack();
    one.goOn(SET_BALANCE, 1);
    one.commit();
    one.rollBack();
    nothingIsLeftOver();
  }

  @Test
  void whatWasNotLetInIsForgotten() throws Exception {
    two.goOn(SET_BALANCE, 1);
    Future<Void> waiting = one.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.waitLimit.cancel();
    assertEquals("57014", ((SQLException) TestClient.thrown(waiting)).getSQLState());
    two.commit();
    // The text of the cancelled statement must not count as the first text of the next transaction
    // on the connection.
    done(one.beginAlone(SET_SAVINGS, 7));
    one.answered();
    one.goOn(SET_BALANCE, 1);
    two.goOn(SET_SAVINGS, 1);
    assertEquals(1, figures().waited());
  }
}
