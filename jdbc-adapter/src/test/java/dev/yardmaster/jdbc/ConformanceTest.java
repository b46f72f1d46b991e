package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.TestWaits;
import dev.yardmaster.jdbc.driver.RecordingSession;
import dev.yardmaster.jdbc.driver.YardConnection;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.jdbc.PgResultSet;
import org.postgresql.util.PSQLException;

/**
 * Tests with a real PostgreSQL that wrapped objects behave as an application expects of the
 * vendor's objects.
 */
class ConformanceTest {
  private static final int TIMEOUT_S = 20;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private volatile RecordingSession.Wait wait = waitLimit -> {};
  private YardmasterDataSource dataSource;
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    dataSource =
        TestPostgres.recorded(TestPostgres.plain(), log, waitLimit -> wait.until(waitLimit));
    connection = dataSource.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE account (id serial PRIMARY KEY, money int)");
      statement.execute("INSERT INTO account (money) VALUES (10), (20), (30)");
    }
    log.clear();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
    dataSource.close();
  }

  private int money() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT sum(money)::int FROM account")) {
      result.next();
      return result.getInt(1);
    }
  }

  /** Returns the number of statements that sleep in the database at the moment. */
  private static int sleeping() throws SQLException {
    String url = TestPostgres.ourUrl();
    try (Connection own = DriverManager.getConnection(url + "&yardmaster.scheduling=off");
        Statement statement = own.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event = 'PgSleep'")) {
      result.next();
      return result.getInt(1);
    }
  }

  @Test
  void theUrlOfOursLeadsToTheDatabase() throws SQLException {
    String url = TestPostgres.ourUrl();
    try (Connection own = DriverManager.getConnection(url + "&yardmaster.scheduling=off")) {
      assertSame(PgConnection.class, own.getClass());
      assertTrue(own.isValid(TIMEOUT_S));
    }
    try (Connection ours = DriverManager.getConnection(url)) {
      assertTrue(ours.isValid(TIMEOUT_S));
      assertNotNull(ours.unwrap(PgConnection.class));
    }
  }

  @Test
  void unwrapLeadsToOursAndToTheVendorsClasses() throws SQLException {
    assertSame(connection, connection.unwrap(YardConnection.class));
    assertSame(connection, connection.unwrap(Connection.class));
    PgConnection vendor = connection.unwrap(PgConnection.class);
    assertSame(vendor, connection.unwrap(PGConnection.class));
    assertTrue(connection.isWrapperFor(PGConnection.class));
    assertFalse(connection.isWrapperFor(String.class));
    assertThrows(SQLException.class, () -> connection.unwrap(String.class));
    try (PreparedStatement statement = connection.prepareStatement("SELECT 1");
        ResultSet result = statement.executeQuery()) {
      assertEquals(5, statement.unwrap(PGStatement.class).getPrepareThreshold());
      assertTrue(result.isWrapperFor(PgResultSet.class));
      assertSame(statement, statement.unwrap(PreparedStatement.class));
    }
    try (YardmasterDataSource outer =
            TestPostgres.recorded(dataSource, log, waitLimit -> wait.until(waitLimit));
        Connection twice = outer.getConnection()) {
      assertNotNull(twice.unwrap(PgConnection.class));
      assertTrue(twice.isWrapperFor(PGConnection.class));
    }
  }

  @Test
  void everyWayBackLeadsToOurConnection() throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT 1");
        CallableStatement callable = connection.prepareCall("{? = call abs(?)}");
        ResultSet result = prepared.executeQuery();
        ResultSet tables = connection.getMetaData().getTableTypes()) {
      for (Statement one : List.of(statement, prepared, callable)) {
        assertSame(connection, one.getConnection());
        assertFalse(Proxy.isProxyClass(one.getClass()));
      }
      assertSame(prepared, result.getStatement());
      assertSame(connection, connection.getMetaData().getConnection());
      assertSame(connection, tables.getStatement().getConnection());
      assertTrue(statement.execute("SELECT 1"));
      assertSame(statement.getResultSet(), statement.getResultSet());
      assertSame(statement, statement.getResultSet().getStatement());
    }
  }

  @Test
  void aCallReturnsItsValueAndItsCursor() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE FUNCTION pg_temp.all_accounts() RETURNS refcursor LANGUAGE plpgsql AS $$"
              + " DECLARE c refcursor; BEGIN OPEN c FOR SELECT id FROM account; RETURN c; END $$");
    }
    log.clear();
    try (CallableStatement abs = connection.prepareCall("{? = call abs(?)}");
        CallableStatement accounts = connection.prepareCall("{? = call pg_temp.all_accounts()}")) {
      abs.registerOutParameter(1, Types.INTEGER);
      abs.setInt(2, -17);
      abs.execute();
      assertEquals(17, abs.getInt(1));
      assertEquals(List.of("before [{? = call abs(?)} -17]", "after"), log);
      accounts.registerOutParameter(1, Types.REF_CURSOR);
      accounts.execute();
      ResultSet cursor = (ResultSet) accounts.getObject(1);
      assertSame(connection, cursor.getStatement().getConnection());
      assertTrue(cursor.next());
    }
  }

  @Test
  void savepoints() throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      Savepoint savepoint = connection.setSavepoint("before");
      statement.executeUpdate("UPDATE account SET money = 0");
      connection.rollback(savepoint);
      assertEquals(60, money());
      Savepoint unnamed = connection.setSavepoint();
      statement.executeUpdate("UPDATE account SET money = 1");
      connection.releaseSavepoint(unnamed);
      assertFalse(log.contains("committed") || log.contains("ended"), log::toString);
      connection.commit();
      assertEquals(3, money());
    }
    assertTrue(log.contains("committed"), log::toString);
  }

  @Test
  void generatedKeys() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO account (money) VALUES (?)", new String[] {"id"})) {
      statement.setInt(1, 40);
      assertEquals(1, statement.executeUpdate());
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(4, keys.getInt("id"));
        assertSame(connection, keys.getStatement().getConnection());
      }
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "INSERT INTO account (money) VALUES (50)", Statement.RETURN_GENERATED_KEYS);
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(5, keys.getInt("id"));
      }
    }
  }

  @Test
  void batches() throws SQLException {
    try (PreparedStatement statement =
            connection.prepareStatement("UPDATE account SET money = ? WHERE id = ?");
        Statement texts = connection.createStatement()) {
      for (int id = 1; id <= 3; id++) {
        statement.setInt(1, 100 * id);
        statement.setInt(2, id);
        statement.addBatch();
      }
      assertArrayEquals(new int[] {1, 1, 1}, statement.executeBatch());
      assertEquals(600, money());
      assertTrue(
          log.get(0)
              .endsWith(
                  "100 1, UPDATE account SET money = ? WHERE id = ? 200 2, "
                      + "UPDATE account SET money = ? WHERE id = ? 300 3] auto"),
          log::toString);
      texts.addBatch("DELETE FROM account WHERE id = 1");
      texts.addBatch("SELECT 1/0");
      assertThrows(BatchUpdateException.class, texts::executeBatch);
      assertArrayEquals(new int[0], texts.executeBatch());
      assertEquals(600, money());
    }
  }

  @Test
  void executionsWithLargeCounts() throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement("UPDATE account SET money = money + ?")) {
      assertEquals(3L, statement.executeLargeUpdate("UPDATE account SET money = 1"));
      assertEquals(3L, statement.getLargeUpdateCount());
      prepared.setInt(1, 1);
      assertEquals(3L, prepared.executeLargeUpdate());
      prepared.addBatch();
      assertArrayEquals(new long[] {3}, prepared.executeLargeBatch());
      assertEquals(9, money());
    }
  }

  @Test
  void aCancelEndsAWaitInTheQueueAndNothingIsSent() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    wait = waitLimit -> TestWaits.forever(waitLimit, entered);
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> waiting =
          thrownBy(() -> statement.executeUpdate("UPDATE account SET money = 0"));
      assertTrue(entered.await(TIMEOUT_S, TimeUnit.SECONDS));
      statement.cancel();
      SQLException cancelled = waiting.get(TIMEOUT_S, TimeUnit.SECONDS);
      assertEquals("57014", cancelled.getSQLState());
      assertSame(SQLException.class, cancelled.getClass());
    }
    wait = waitLimit -> {};
    assertEquals(60, money());
  }

  @Test
  void aTimeoutEndsAWaitInTheQueueAndNothingIsSent() throws SQLException {
    wait = waitLimit -> TestWaits.forever(waitLimit, new CountDownLatch(1));
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertEquals(1, statement.getQueryTimeout());
      assertEquals(
          "57014",
          assertThrows(
                  SQLException.class, () -> statement.executeUpdate("UPDATE account SET money = 0"))
              .getSQLState());
    }
    wait = waitLimit -> {};
    assertEquals(60, money());
  }

  @Test
  void aCancelReachesTheDatabase() throws Exception {
    try (Statement statement = connection.createStatement()) {
      CompletableFuture<SQLException> running =
          thrownBy(() -> statement.execute("SELECT pg_sleep(60)"));
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
      // The driver sends a cancel once. The server ignores a cancel that arrives before the
      // statement.
      while (sleeping() == 0) {
        assertTrue(System.nanoTime() < deadlineNs, "the statement did not begin");
      }
      statement.cancel();
      assertEquals("57014", running.get(TIMEOUT_S, TimeUnit.SECONDS).getSQLState());
      assertInstanceOf(PSQLException.class, running.get());
    }
    assertEquals(60, money());
  }

  @Test
  void aTimeoutReachesTheDatabase() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertEquals(
          "57014",
          assertThrows(PSQLException.class, () -> statement.execute("SELECT pg_sleep(60)"))
              .getSQLState());
    }
  }

  @Test
  void holdability() throws SQLException {
    connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, connection.getHoldability());
    connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    connection.setAutoCommit(false);
    try (Statement kept =
            connection.createStatement(
                ResultSet.TYPE_FORWARD_ONLY,
                ResultSet.CONCUR_READ_ONLY,
                ResultSet.HOLD_CURSORS_OVER_COMMIT);
        Statement dropped = connection.createStatement()) {
      assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, kept.getResultSetHoldability());
      assertEquals(ResultSet.CLOSE_CURSORS_AT_COMMIT, dropped.getResultSetHoldability());
      kept.setFetchSize(1);
      try (ResultSet result = kept.executeQuery("SELECT id FROM account ORDER BY id")) {
        assertTrue(result.next());
        connection.commit();
        assertTrue(result.next());
        assertEquals(2, result.getInt(1));
      }
    }
  }

  @Test
  void warnings() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO $$ BEGIN RAISE WARNING 'mind the gap'; END $$");
      assertEquals("mind the gap", statement.getWarnings().getMessage());
      statement.clearWarnings();
      assertNull(statement.getWarnings());
      assertNull(connection.getWarnings());
      connection.clearWarnings();
    }
  }

  @Test
  void clientInfo() throws SQLException {
    connection.setClientInfo("ApplicationName", "yard");
    assertEquals("yard", connection.getClientInfo("ApplicationName"));
    assertEquals("yard", connection.getClientInfo().getProperty("ApplicationName"));
    connection.close();
    assertThrows(
        SQLClientInfoException.class, () -> connection.setClientInfo("ApplicationName", "gone"));
  }

  @Test
  void networkTimeout() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 12_345);
    assertEquals(12_345, connection.getNetworkTimeout());
    assertEquals(12_345, connection.unwrap(PgConnection.class).getNetworkTimeout());
  }

  @Test
  void isValidSaysHowItIs() throws SQLException {
    assertTrue(connection.isValid(TIMEOUT_S));
    assertThrows(SQLException.class, () -> connection.isValid(-1));
    terminate(connection);
    assertFalse(connection.isValid(TIMEOUT_S));
    connection.close();
    assertFalse(connection.isValid(TIMEOUT_S));
    assertEquals(List.of("ended"), log);
  }

  @Test
  void aLostConnectionIsTheVendorsToReport() throws SQLException {
    connection.setAutoCommit(false);
    assertEquals(60, money());
    terminate(connection);
    SQLException lost = assertThrows(PSQLException.class, this::money);
    assertTrue(List.of("57P01", "08006").contains(lost.getSQLState()), lost::toString);
    connection.close();
    assertEquals("ended", log.get(log.size() - 1));
  }

  @Test
  void whatTheVendorThrowsIsThrownAsItIs() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      PSQLException duplicate =
          assertThrows(
              PSQLException.class, () -> statement.execute("INSERT INTO account VALUES (1, 1)"));
      assertEquals("23505", duplicate.getSQLState());
      assertEquals("account_pkey", duplicate.getServerErrorMessage().getConstraint());
    }
  }

  @Test
  void aSerializationFailureIsTheVendorsAndIsTold() throws SQLException {
    try (Connection setup = dataSource.getConnection();
        Statement statement = setup.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS shared");
      statement.execute("CREATE TABLE shared (id int PRIMARY KEY, money int)");
      statement.execute("INSERT INTO shared VALUES (1, 1), (2, 2)");
    }
    try (Connection other = dataSource.getConnection()) {
      for (Connection one : List.of(connection, other)) {
        one.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        one.setAutoCommit(false);
        execute(one, "SELECT sum(money) FROM shared");
      }
      execute(connection, "UPDATE shared SET money = 5 WHERE id = 1");
      execute(other, "UPDATE shared SET money = 5 WHERE id = 2");
      connection.commit();
      log.clear();
      PSQLException failure = assertThrows(PSQLException.class, other::commit);
      assertEquals("40001", failure.getSQLState());
      assertEquals(List.of("ended by " + failure.getMessage()), log);
    }
  }

  @Test
  void anArrayOfTheVendorsIsAParameter() throws SQLException {
    Array ids = connection.createArrayOf("int", new Integer[] {1, 3});
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT count(*) FROM account WHERE id = ANY (?)")) {
      statement.setArray(1, ids);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        assertEquals(2, result.getInt(1));
      }
    }
  }

  @Test
  void passwordsAreNotShown() throws SQLException {
    for (Object ours : List.of(dataSource, connection, connection.getMetaData())) {
      assertFalse(ours.toString().contains("sesame"), ours::toString);
    }
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> DriverManager.getConnection(TestPostgres.ourUrl() + "&yardmaster.nothing=1"));
    assertTrue(refused.getMessage().contains("url=jdbc:yardmaster:"), refused::getMessage);
    assertFalse(refused.getMessage().contains("password"), refused::getMessage);
    assertFalse(refused.getMessage().contains("sesame"), refused::getMessage);
  }

  @Test
  void closingTwiceIsHarmlessAndGivesTheTurnBackOnce() throws SQLException {
    connection.setAutoCommit(false);
    execute(connection, "UPDATE account SET money = 0");
    log.clear();
    connection.close();
    connection.close();
    assertTrue(connection.isClosed());
    assertEquals(List.of("ended"), log);
    try (Connection aborted = dataSource.getConnection()) {
      aborted.abort(Runnable::run);
      assertTrue(aborted.isClosed());
    }
    assertEquals(List.of("ended", "ended"), log);
  }

  private interface Execution {
    void run() throws SQLException;
  }

  private static CompletableFuture<SQLException> thrownBy(Execution execution) {
    return CompletableFuture.supplyAsync(() -> assertThrows(SQLException.class, execution::run));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void terminate(Connection victim) throws SQLException {
    TestPostgres.terminate(victim.unwrap(PGConnection.class).getBackendPID());
  }
}
