package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests transactions of one statement that share a round trip, on a real database at SERIALIZABLE.
 * The scheduler has one lane. The transactions of a test arrive while the lane is occupied.
 */
@Timeout(60)
class SharedRoundTripTest {
  private static final SqlProcedure<Integer> ADD = joining("SELECT add_to(?, ?)");

  private final List<String> texts = Collections.synchronizedList(new ArrayList<>());
  private final List<CompletableFuture<Integer>> outcomes = new ArrayList<>();
  private String driver = "PostgreSQL JDBC Driver";
  private HikariDataSource pool;
  private JdbcScheduler scheduler;
  private CountDownLatch mayGoOn;

  @BeforeEach
  void start() throws SQLException {
    startWith("", false);
    run(
        "DROP TABLE IF EXISTS counters",
        "CREATE TABLE counters (id int PRIMARY KEY, count int NOT NULL,"
            + " UNIQUE (count) DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO counters SELECT id, 1000 * id FROM generate_series(1, 100) id",
        "CREATE OR REPLACE FUNCTION add_to(counter int, more int) RETURNS int LANGUAGE sql AS"
            + " 'UPDATE counters SET count = count + more WHERE id = counter AND 1 / more < 2"
            + " RETURNING count - 1000 * id'");
  }

  @AfterEach
  void close() {
    mayGoOn.countDown();
    scheduler.close();
    pool.close();
  }

  /** Starts a scheduler with these parameters of the URL, whose lane is occupied. */
  private void startWith(String parameters, boolean earlyRelease) {
    if (pool != null) {
      close();
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        TestPostgres.url() + "&socketFactory=" + RoundTripSockets.class.getName() + parameters);
    config.setMaximumPoolSize(3);
    config.setMinimumIdle(0);
    config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
    config.setConnectionInitSql("SET synchronous_commit = on");
    pool = new HikariDataSource(config);
    scheduler =
        JdbcScheduler.over(recorded(pool)).connections(1).earlyRelease(earlyRelease).start();
    texts.clear();
    occupyLane();
  }

  private void occupyLane() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    mayGoOn = ends;
    var unused =
        scheduler.submit(
            TransactionKeys.of().write("counters", 1),
            connection -> {
              begun.countDown();
              await(ends);
              return null;
            });
    await(begun);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Records the texts of prepared statements, and replaces the name of the driver. */
  private DataSource recorded(DataSource vendor) {
    return proxy(
        DataSource.class,
        vendor,
        (call, connection) ->
            proxy(
                Connection.class,
                (Connection) connection,
                (text, result) -> {
                  if (text instanceof String sql) {
                    texts.add(sql);
                  }
                  return result instanceof DatabaseMetaData data
                      ? proxy(
                          DatabaseMetaData.class,
                          data,
                          (of, value) -> value.equals("PostgreSQL JDBC Driver") ? driver : value)
                      : result;
                }));
  }

  private interface Answer {
    Object replace(Object firstArgument, Object result);
  }

  private static <T> T proxy(Class<T> type, T target, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            SharedRoundTripTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object first = arguments == null ? null : arguments[0];
                Object result = method.invoke(target, arguments);
                return result == null ? null : answer.replace(first, result);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            }));
  }

  private static SqlProcedure<Integer> joining(String query) {
    return SqlProcedure.query(
            query,
            rows -> {
              rows.next();
              return rows.getInt(1);
            })
        .writes("counters", 1)
        .joining(JoinPolicy.WITHOUT_SAVEPOINT);
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private int count(int row) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT count - 1000 * id FROM counters WHERE id = " + row)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private void add(int row, int more) {
    submit(ADD, row, more);
  }

  private void submit(SqlProcedure<Integer> procedure, Object... arguments) {
    outcomes.add(scheduler.submit(procedure, List.of(arguments)));
  }

  private void submitToRow1(String sql) {
    SqlProcedure<Integer> update = SqlProcedure.update(sql);
    outcomes.add(
        scheduler.submit(
            TransactionKeys.of().write("counters", 1),
            update.logic(List.of()).joining(JoinPolicy.WITHOUT_SAVEPOINT)));
  }

  /** Lets the lane run the transactions, and waits for all of them. */
  private void runAll() {
    texts.clear();
    RoundTripSockets.ROUND_TRIPS.set(0);
    mayGoOn.countDown();
    for (CompletableFuture<Integer> outcome : outcomes) {
      outcome.handle((result, failure) -> result).orTimeout(30, TimeUnit.SECONDS).join();
    }
  }

  private List<Integer> results() {
    return outcomes.stream().map(CompletableFuture::join).toList();
  }

  private static SQLException failure(CompletableFuture<Integer> outcome) {
    ExecutionException failed = assertThrows(ExecutionException.class, outcome::get);
    return assertInstanceOf(SQLException.class, failed.getCause());
  }

  private static String unread(CompletableFuture<Integer> outcome) {
    return assertInstanceOf(ResultNotReadException.class, failure(outcome))
        .getSuppressed()[0]
        .getMessage();
  }

  private List<String> sharedTexts() {
    return texts.stream().filter(text -> text.contains(";")).toList();
  }

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
    // The transaction that occupied the lane is the fifth.
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
    // Those with the same text share a round trip, and the last one has the commit.
    assertEquals(
        List.of(
            "SELECT add_to(?, ?)\n;SELECT add_to(?, ?)\n;",
            "SELECT add_to(?, ?) + 0\n;SELECT add_to(?, ?) + 0\n;COMMIT"),
        texts);
    assertEquals(List.of(2, 4, 3, 5), results());
  }

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

  /** The driver then sends each statement on its own, and COMMIT after a failure rolls back. */
  @Test
  void aFailureIsThatOfItsTransactionAloneWithTheSimpleProtocol() throws SQLException {
    startWith("&preferQueryMode=simple", false);
    aFailureIsThatOfItsTransactionAlone();
  }

  /** The driver then rolls back to a savepoint of its own. */
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
    // The last transaction gives row 1 the count of row 2.
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
    // In the order of the texts: two calls of the function, three queries, three updates.
    assertEquals(2, outcomes.get(1).join());
    assertEquals(2, outcomes.get(2).join());
    assertEquals(0, outcomes.get(4).join());
    assertEquals(List.of(2, 3), List.of(outcomes.get(0).join(), outcomes.get(3).join()));
    assertEquals(5, RoundTripSockets.ROUND_TRIPS.get());
    assertEquals(5, count(1));
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
  void statementsWithSavepointsDoNotShare() {
    add(1, 1);
    submit(ADD.joining(JoinPolicy.WITH_SAVEPOINT), 1, 1);
    submit(ADD.joining(JoinPolicy.WITH_SAVEPOINT), 1, 1);
    runAll();
    assertEquals(List.of(1, 2, 3), results());
    assertEquals(List.of(), sharedTexts());
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

  /** The rows of all transactions of a group are free at the common commit. */
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

  /** The driver takes a comment behind a semicolon for a statement, with a result of its own. */
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

  /** Two texts whose quotes are open would be one statement together. */
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

  /**
   * Without a bound, the server waits for its answers to be read, and the driver for the server.
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

  /** An error that is not the driver's may leave the driver with an old state. */
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

  /** The driver does not read the rest of the answer then. */
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
