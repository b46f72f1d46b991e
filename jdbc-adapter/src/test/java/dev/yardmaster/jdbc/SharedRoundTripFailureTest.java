package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Tests that a failure among transactions of one round trip fails only its own transaction, and
 * which outcomes are unknown.
 */
class SharedRoundTripFailureTest extends OccupiedLane {

  @Test
  void aFailureIsThatOfItsTransactionAlone() throws SQLException {
    add(1, 1);
    add(1, 0);
    add(1, 2);
    add(1, 3);
    runAll();
    assertEquals("22012", failure(outcomes.remove(1)).getSQLState());
    assertEquals(List.of(1, 3, 6), results());
    assertEquals(6, count(1));
    assertEquals(1, scheduler.figures().failed());
    assertEquals(0, scheduler.figures().ambiguous());
  }

  /**
   * With this protocol the driver sends each statement separately, and a {@code COMMIT} after a
   * failure rolls back.
   */
  @Test
  void aFailureIsThatOfItsTransactionAloneWithTheSimpleProtocol() throws SQLException {
    startWith("&preferQueryMode=simple", false);
    aFailureIsThatOfItsTransactionAlone();
  }

  /** With this setting the driver rolls back to a savepoint that it has set itself. */
  @Test
  void aFailureIsThatOfItsTransactionAloneWithSavepointsOfTheDriver() throws SQLException {
    startWith("&autosave=always", false);
    aFailureIsThatOfItsTransactionAlone();
  }

  @Test
  void aConstraintThatIsViolatedAtTheCommitFailsItsTransactionAlone() throws SQLException {
    add(1, 1);
    add(1, 999);
    add(1, 2);
    add(1, -3);
    // The last transaction would give row 1 the same count as row 2, which a deferred constraint
    // forbids.
    run("UPDATE counters SET count = 2003 WHERE id = 2");
    add(1, 4);
    runAll();
    assertEquals("23505", failure(outcomes.remove(4)).getSQLState());
    assertEquals(List.of(1, 1000, 1002, 999), results());
    assertEquals(999, count(1));
  }

  @Test
  void aDeferredTriggerThatFailsAtTheCommitFailsItsTransactionAlone() throws SQLException {
    run(
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN RAISE EXCEPTION ''refused''; END'",
        "CREATE CONSTRAINT TRIGGER refuses AFTER UPDATE ON counters"
            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
            + " WHEN (new.count - old.count = 7) EXECUTE FUNCTION refuse()");
    add(1, 1);
    add(1, 7);
    add(1, 2);
    runAll();
    assertEquals("P0001", failure(outcomes.remove(1)).getSQLState());
    assertEquals(List.of(1, 3), results());
    assertEquals(3, count(1));
  }

  @Test
  void aParameterThatCannotBeSentFailsItsTransactionAlone() {
    add(1, 1);
    submit(ADD, 1, new Object());
    add(1, 2);
    add(1, 3);
    runAll();
    assertEquals("07006", failure(outcomes.remove(1)).getSQLState());
    assertEquals(List.of(1, 3, 6), results());
  }

  @Test
  void aWrongNumberOfParametersFailsItsTransactionAlone() throws SQLException {
    TransactionKeys keys = TransactionKeys.of().write("counters", 1);
    for (List<?> parameters : List.of(List.of(1, 1, 1), List.of(1), List.of(1, 1))) {
      outcomes.add(
          scheduler.submit(keys, ADD.logic(parameters).joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    }
    add(1, 1);
    runAll();
    failure(outcomes.remove(0));
    failure(outcomes.remove(0));
    assertEquals(List.of(1, 2), results());
  }

  @Test
  void aConnectionThatIsLostBeforeTheAnswerIsAmbiguousForAll() throws SQLException {
    run("CREATE SEQUENCE runs");
    SqlProcedure<Integer> ends =
        joining("SELECT ?::int + nextval('runs'), pg_terminate_backend(pg_backend_pid())");
    submit(ends, 1);
    submit(ends, 1);
    runAll();
    run("DO 'BEGIN ASSERT nextval(''runs'') = 2; END'", "DROP SEQUENCE runs");
    for (CompletableFuture<Integer> outcome : outcomes) {
      assertInstanceOf(AmbiguousCommitException.class, failure(outcome));
    }
    assertEquals(2, scheduler.figures().ambiguous());
  }

  /** After an error that the driver has not thrown, the driver's state may be out of date. */
  @Test
  void anErrorBeforeTheAnswerIsAmbiguousForAll() throws SQLException {
    SqlProcedure<Integer> other = joining("SELECT add_to(?, ?) + 0");
    add(1, 1);
    add(1, 1);
    submit(other, 1, 1);
    submit(other, 1, 1);
    RoundTripSockets.failAfter(1);
    runAll();
    for (CompletableFuture<Integer> outcome : outcomes) {
      assertInstanceOf(AmbiguousCommitException.class, failure(outcome));
    }
    assertTrue(List.of(0, 4).contains(count(1)));
  }

  /** After an error the driver does not read the rest of the answer. */
  @Test
  void aConnectionIsNotUsedAfterAnError() throws SQLException {
    SqlProcedure<Integer> other = joining("SELECT add_to(?, ?) + 0");
    add(1, 1);
    submit(other, 1, 2);
    RoundTripSockets.failAfter(0);
    runAll();
    assertEquals(List.of(1, 3), results());
    assertEquals(3, count(1));
  }

  @Test
  void aResultThatCannotBeReadIsCommitted() throws SQLException {
    SqlProcedure<Integer> unread =
        SqlProcedure.query(
                "SELECT add_to(?, ?)",
                rows -> {
                  rows.next();
                  return rows.getInt(1) == 3 ? Integer.parseInt("no number") : rows.getInt(1);
                })
            .writes("counters", 1)
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    submit(unread, 1, 1);
    submit(unread, 1, 2);
    submit(unread, 1, 3);
    submit(unread, 1, 4);
    runAll();
    assertInstanceOf(ResultNotReadException.class, failure(outcomes.remove(1)));
    assertEquals(List.of(1, 6, 10), results());
    assertEquals(10, count(1));
  }

  @Test
  void aReadingThatClosesTheStatementDoesNotMakeOutcomesUnknown() throws SQLException {
    SqlProcedure<Integer> closing =
        SqlProcedure.query(
                "SELECT add_to(?, ?)",
                rows -> {
                  rows.next();
                  int sum = rows.getInt(1);
                  if (sum == 3) {
                    rows.getStatement().close();
                  }
                  return sum;
                })
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    for (int i = 1; i <= 4; i++) {
      submit(closing.writes("counters", 1), 1, i);
    }
    runAll();
    assertEquals(1, outcomes.get(0).join());
    assertEquals(3, outcomes.get(1).join());
    unread(outcomes.get(2));
    unread(outcomes.get(3));
    assertEquals(10, count(1));
    assertEquals(0, scheduler.figures().ambiguous());
  }
}
