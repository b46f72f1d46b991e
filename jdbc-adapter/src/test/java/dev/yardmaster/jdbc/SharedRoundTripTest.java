package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which transactions of one statement share a round trip. */
class SharedRoundTripTest extends OccupiedLane {

  @Test
  void transactionsOfARowHaveOneRoundTripTogether() throws SQLException {
    for (int i = 1; i <= 4; i++) {
      add(1, i);
    }
    runAll();
    assertEquals(List.of(1, 3, 6, 10), results());
    assertEquals(1, RoundTripSockets.ROUND_TRIPS.get());
    assertEquals(10, count(1));
    assertEquals(3, scheduler.figures().joined());
    // The fifth is the transaction that occupied the lane.
    assertEquals(5, scheduler.figures().committed());
  }

  @Test
  void transactionsOfSeveralRowsWithOneTextHaveOneRoundTripToo() {
    for (int row = 2; row <= 1 + GroupRunner.MAX_READY; row++) {
      add(row, row);
    }
    runAll();
    assertEquals(List.of(2, 3, 4, 5, 6, 7, 8, 9).subList(0, GroupRunner.MAX_READY), results());
    assertEquals(1, RoundTripSockets.ROUND_TRIPS.get());
  }

  @Test
  void thoseThatOnlyWaitForTheLaneJoinUpToABound() {
    for (int row = 2; row <= 1 + 2 * GroupRunner.MAX_READY; row++) {
      add(row, 1);
    }
    runAll();
    assertEquals(2, RoundTripSockets.ROUND_TRIPS.get());
  }

  @Test
  void thoseWithAnotherTextJoinOnlyForARow() {
    SqlProcedure<Integer> other = joining("SELECT add_to(?, ?) + 0");
    add(2, 1);
    submit(other, 3, 1);
    runAll();
    assertEquals(List.of(1, 1), results());
    assertEquals(0, scheduler.figures().joined());
    outcomes.clear();

    occupyLane();
    add(2, 1);
    submit(other, 2, 1);
    add(2, 1);
    submit(other, 2, 1);
    runAll();
    assertEquals(3, scheduler.figures().joined());
    // Transactions with the same text share a round trip, and the last text ends with COMMIT.
    assertEquals(
        List.of(
            "SELECT add_to(?, ?)\n;SELECT add_to(?, ?)\n;",
            "SELECT add_to(?, ?) + 0\n;SELECT add_to(?, ?) + 0\n;COMMIT"),
        texts);
    assertEquals(List.of(2, 4, 3, 5), results());
  }

  @Test
  void statementsWithSavepointsDoNotShare() {
    add(1, 1);
    submit(ADD.joining(JoinPolicy.WITH_SAVEPOINT), 1, 1);
    submit(ADD.joining(JoinPolicy.WITH_SAVEPOINT), 1, 1);
    runAll();
    assertEquals(List.of(1, 2, 3), results());
    assertEquals(List.of(), sharedTexts());
  }

  @Test
  void theLogicOfAStatementThatDoesNotShareTakesOneRoundTrip() {
    runAll();
    TransactionLogic<Integer> logic = ADD.logic(List.of(5, 1));
    outcomes.add(scheduler.submit(TransactionKeys.of().write("counters", 5), logic));
    assertEquals(List.of(1), results());
    assertEquals(1, RoundTripSockets.ROUND_TRIPS.get());
  }

  @Test
  void anotherDriverSendsEachStatementOnItsOwn() {
    driver = "PostgreSQL JDBC - NG";
    for (int i = 1; i <= 4; i++) {
      add(1, i);
    }
    runAll();
    assertEquals(List.of(1, 3, 6, 10), results());
    assertEquals(List.of(), sharedTexts());
    assertEquals(3, scheduler.figures().joined());
  }

  @Test
  void sizesAreRoundedDown() {
    for (int i = 0; i < 7; i++) {
      add(1, 1);
    }
    runAll();
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), results());
    assertEquals(
        List.of(4, 2, 2), sharedTexts().stream().map(text -> text.split(";").length).toList());
  }

  @Test
  void earlyReleaseCommitsInTheSameRoundTrip() throws SQLException {
    startWith("", true);
    for (int i = 1; i <= 4; i++) {
      add(1, i);
    }
    SqlProcedure<Integer> last = ADD.joining(JoinPolicy.ALONE);
    submit(last, 1, 5);
    runAll();
    assertEquals(List.of(1, 3, 6, 10, 15), results());
    assertEquals(1, sharedTexts().size());
    assertTrue(
        sharedTexts().get(0).endsWith("\n;SET LOCAL synchronous_commit = off;COMMIT"),
        texts.toString());
    assertTrue(scheduler.figures().releasedEarly() >= 4, scheduler.figures().toString());
    assertEquals(0, scheduler.figures().held());
  }

  /** The common commit frees the rows of all transactions of the group. */
  @Test
  void aFollowerOfAnyTransactionReleasesTheGroupEarly() {
    startWith("", true);
    add(2, 1);
    add(2, 1);
    add(2, 1);
    add(3, 1);
    submit(ADD.joining(JoinPolicy.ALONE), 3, 1);
    runAll();
    assertEquals(List.of(1, 2, 3, 1, 2), results());
    assertTrue(sharedTexts().get(0).contains("synchronous_commit = off"), texts.toString());
    assertTrue(scheduler.figures().releasedEarly() >= 2, scheduler.figures().toString());
  }

  @Test
  void withoutAFollowerTheCommonCommitFlushesItself() {
    startWith("", true);
    add(2, 1);
    add(3, 1);
    runAll();
    assertEquals(List.of(1, 1), results());
    assertTrue(sharedTexts().get(0).endsWith("\n;COMMIT"), texts.toString());
    assertEquals(0, scheduler.figures().releasedEarly());
  }

  @Test
  void aProcedureOfTheCallersOwnShares() {
    JdbcProcedure<Integer, Integer> own =
        new JdbcProcedure<>() {
          @Override
          public TransactionKeys keys(Integer more) {
            return TransactionKeys.of().write("counters", 1);
          }

          @Override
          public Integer run(Connection connection, Integer more) throws SQLException {
            return logic(more).run(connection);
          }

          @Override
          public TransactionLogic<Integer> logic(Integer more) {
            return ADD.logic(List.of(1, more));
          }

          @Override
          public JoinPolicy joins() {
            return JoinPolicy.WITHOUT_SAVEPOINT;
          }
        };
    outcomes.add(scheduler.submit(own, 1));
    outcomes.add(scheduler.submit(own, 2));
    TransactionKeys keys = TransactionKeys.of().write("counters", 1);
    TransactionLogic<Integer> logic = ADD.logic(List.of(1, 3));
    outcomes.add(scheduler.submit(keys, logic.joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    outcomes.add(
        scheduler.submit(
            keys, logic.joining(JoinPolicy.WITH_SAVEPOINT).joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    runAll();
    assertEquals(List.of(1, 3, 6, 9), results());
    assertEquals(1, RoundTripSockets.ROUND_TRIPS.get());
  }
}
