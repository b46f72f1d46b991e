package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Tests the texts of shared round trips: which statements fit in one text, how long a text is, and
 * that each transaction reads its own result.
 */
class SharedRoundTripTextTest extends OccupiedLane {

  @Test
  void eachReadsItsOwnResult() throws SQLException {
    startWith("&defaultRowFetchSize=1", false);
    SqlProcedure<Integer> sum =
        SqlProcedure.query(
                "SELECT count - 1000 * id + ?::int - 1 FROM counters WHERE id <= ? -- a comment",
                rows -> {
                  int total = 0;
                  while (rows.next()) {
                    total += rows.getInt(1);
                  }
                  return total == 3 ? Integer.parseInt("no number") : total;
                })
            .writes("counters", 1)
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    SqlProcedure<Integer> update =
        SqlProcedure.update("UPDATE counters SET count = count + 1 WHERE ? = 1 AND id <= ?;")
            .writes("counters", 1)
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    SqlProcedure<Integer> withoutCount =
        SqlProcedure.update("SELECT add_to(?, 1)")
            .writes("counters", 1)
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    submit(update, 1, 2);
    submit(sum, 1, 9);
    submit(sum, 1, 3);
    submit(update, 1, 3);
    submit(sum, 1, 0);
    submit(withoutCount, 1);
    submit(withoutCount, 1);
    submit(joining("UPDATE counters SET count = count + 1 WHERE id = ?"), 1);
    runAll();
    assertEquals("rows were returned", unread(outcomes.get(5)));
    assertEquals("rows were returned", unread(outcomes.get(6)));
    assertEquals("no rows were returned", unread(outcomes.get(7)));
    // The statements run in the order of their texts: two calls of the function, three queries,
    // three updates.
    assertEquals(2, outcomes.get(1).join());
    assertEquals(2, outcomes.get(2).join());
    assertEquals(0, outcomes.get(4).join());
    assertEquals(List.of(2, 3), List.of(outcomes.get(0).join(), outcomes.get(3).join()));
    assertEquals(5, RoundTripSockets.ROUND_TRIPS.get());
    assertEquals(5, count(1));
  }

  @Test
  void textsOfSeveralStatementsDoNotShare() {
    SqlProcedure<Integer> two =
        SqlProcedure.update("UPDATE counters SET count = count + ? WHERE id = 1; SELECT 1")
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    submit(two.writes("counters", 1), 1);
    submit(two.writes("counters", 1), 1);
    submit(ADD.joining(JoinPolicy.ALONE), 1, 1);
    submit(ADD.synchronous(), 1, 1);
    runAll();
    assertFalse(sharedTexts().stream().anyMatch(text -> text.contains("COMMIT")), texts.toString());
  }

  /** The driver treats a comment after a semicolon as a further statement with its own result. */
  @Test
  void aCommentBehindTheSemicolonIsNoStatement() {
    SqlProcedure<Integer> commented = joining("SELECT add_to(?, ?); -- adds; /* */");
    for (int i = 1; i <= 4; i++) {
      submit(commented, 1, i);
    }
    runAll();
    assertEquals(List.of(1, 3, 6, 10), results());
    assertEquals(1, RoundTripSockets.ROUND_TRIPS.get());
  }

  @Test
  void aCarriageReturnEndsAComment() {
    SqlProcedure<Integer> two = joining("SELECT add_to(?, ?) -- adds\r; SELECT 7");
    for (int i = 1; i <= 4; i++) {
      submit(two, 1, i);
    }
    runAll();
    assertEquals(List.of(1, 3, 6, 10), results());
  }

  /** Two texts, each with an unclosed quote, would form one statement when they are joined. */
  @Test
  void aTextThatDoesNotEndIsAnErrorOfItsOwnTransaction() {
    for (int i = 0; i < 2; i++) {
      submitToRow1("SELECT add_to(1, 1) || 'x");
    }
    runAll();
    for (CompletableFuture<Integer> outcome : outcomes) {
      assertEquals("42601", failure(outcome).getSQLState());
    }
  }

  @Test
  void aStatementThatEndsATransactionDoesNotEndThatOfOthers() throws SQLException {
    for (int row = 201; row <= 204; row++) {
      submitToRow1("INSERT INTO counters VALUES (" + row + ", -" + row + ")");
      submitToRow1("ROLLBACK");
      submitToRow1("SELECT 1; ROLLBACK");
    }
    SqlProcedure<Integer> two =
        SqlProcedure.update("UPDATE counters SET count = count WHERE id = ?", "ROLLBACK");
    submit(two.writes("counters", 1).joining(JoinPolicy.WITHOUT_SAVEPOINT), 1);
    runAll();
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM counters WHERE id > 200")) {
      rows.next();
      assertEquals(4, rows.getInt(1));
    }
  }

  @Test
  void theNumberOfTextsIsBounded() throws SQLException {
    SharedRoundTrip bounded = new SharedRoundTrip();
    assertEquals("SELECT 1\n;SELECT 1\n;COMMIT", bounded.text("SELECT 1", 2, "COMMIT"));
    assertEquals("SELECT 1\n;SELECT 1\n;", bounded.text("SELECT 1", 2, null));
    for (int i = 0; i < (SharedRoundTrip.MAX_STATEMENTS - 6) / 2; i++) {
      assertEquals("SELECT " + i + "\n;COMMIT", bounded.text("SELECT " + i, 1, "COMMIT"));
    }
    assertNull(bounded.text("SELECT 2", 2, "COMMIT"));
    assertEquals("SELECT 1\n;SELECT 1\n;COMMIT", bounded.text("SELECT 1", 2, "COMMIT"));
  }

  @Test
  void withoutRoomForATextEachStatementIsSentOnItsOwn() throws SQLException {
    int groups = 2 * SharedRoundTrip.MAX_STATEMENTS / 5;
    for (int group = 0; group < groups; group++) {
      SqlProcedure<Integer> procedure = joining("SELECT add_to(?, ?) - " + group);
      for (int i = 0; i < 4; i++) {
        submit(procedure, 1 + group % 100, 1);
      }
    }
    runAll();
    assertEquals(4 * (groups / 100), count(50));
    assertEquals(4 * groups + 1, scheduler.figures().committed());
    int statements =
        sharedTexts().stream().distinct().mapToInt(text -> text.split(";").length).sum();
    assertTrue(statements <= SharedRoundTrip.MAX_STATEMENTS, "statements: " + statements);
    assertTrue(statements > SharedRoundTrip.MAX_STATEMENTS - 5, "statements: " + statements);
  }

  @Test
  void onlyShortStatementsAreSentTogether() {
    List<Object> small = new ArrayList<>(List.of(1, 2.5, true, 'c', "text", new byte[100]));
    small.addAll(List.of(BigDecimal.TEN, BigInteger.TWO, new UUID(1, 2), LocalDate.EPOCH));
    small.add(new java.sql.Timestamp(0));
    small.add(null);
    assertTrue(SharedRoundTrip.isShort("SELECT 1", Collections.nCopies(16, small)));
    for (Object large :
        List.of(
            "x".repeat(3_000),
            new byte[5_000],
            BigInteger.ONE.shiftLeft(10_000),
            new BigDecimal(BigInteger.ONE.shiftLeft(10_000)),
            new ByteArrayInputStream(new byte[0]))) {
      assertFalse(SharedRoundTrip.isShort("SELECT 1", Collections.nCopies(4, List.of(large))));
    }
    assertFalse(SharedRoundTrip.isShort("x".repeat(9_000), Collections.nCopies(4, small)));
  }

  /**
   * Without a bound, both sides would wait forever: the server until the driver reads the answers,
   * and the driver until the server reads the requests.
   */
  @Test
  void largeParametersAreNotSentBeforeTheAnswersAreRead() {
    String large = "x".repeat(20_000_000);
    SqlProcedure<Integer> echo =
        SqlProcedure.query(
                "SELECT ?::text",
                rows -> {
                  rows.next();
                  return rows.getString(1).length();
                })
            .joining(JoinPolicy.WITHOUT_SAVEPOINT);
    for (int i = 0; i < 4; i++) {
      outcomes.add(
          scheduler.submit(
              TransactionKeys.of().write("counters", 1),
              echo.logic(List.of(large)).joining(JoinPolicy.WITHOUT_SAVEPOINT)));
    }
    runAll();
    assertEquals(Collections.nCopies(4, large.length()), results());
  }
}
