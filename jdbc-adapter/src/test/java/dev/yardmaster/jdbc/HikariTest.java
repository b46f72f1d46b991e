package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.jdbc.admission.TestWaits;
import dev.yardmaster.jdbc.driver.RecordingSession;
import dev.yardmaster.jdbc.driver.SqlStates;
import dev.yardmaster.jdbc.driver.YardConnection;
import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.sql.XAConnection;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PgConnection;

/** Tests the DataSource above a pool, and the driver below a pool. */
class HikariTest {
  /**
   * The SQLStates for which HikariCP evicts a connection, in addition to all states that begin with
   * 08.
   */
  private static final Set<String> EVICTING =
      Set.of("0A000", "57P01", "57P02", "57P03", "01002", "JZ0C0", "JZ0C1");

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private volatile RecordingSession.Wait wait = waitLimit -> {};

  private HikariConfig config() {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    return config;
  }

  /** Returns a pool of wrapped connections. */
  private HikariDataSource above() {
    HikariConfig config = config();
    config.setDataSource(
        TestPostgres.recorded(TestPostgres.plain(), log, waitLimit -> wait.until(waitLimit)));
    return new HikariDataSource(config);
  }

  private static int pid(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID();
  }

  private static void update(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE pg_catalog.pg_class SET relname = relname WHERE false");
    }
  }

  @Test
  void aPoolAboveOurDriver() throws SQLException {
    HikariConfig config = config();
    config.setJdbcUrl(TestPostgres.ourUrl());
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT 17")) {
      assertTrue(result.next());
      assertEquals(17, result.getInt(1));
      assertInstanceOf(PgConnection.class, connection.unwrap(PgConnection.class));
      assertSame(connection, statement.getConnection());
    }
  }

  @Test
  void aPoolAboveTellsTheSessionOfEachTransaction() throws SQLException {
    try (HikariDataSource pool = above()) {
      try (Connection connection = pool.getConnection()) {
        assertInstanceOf(YardConnection.class, connection.unwrap(YardConnection.class));
        assertTrue(connection.isWrapperFor(PgConnection.class));
        connection.setAutoCommit(false);
        log.clear();
        update(connection);
        connection.commit();
        assertEquals(
            List.of(
                "before [UPDATE pg_catalog.pg_class SET relname = relname WHERE false]",
                "after",
                "committed"),
            log);
        update(connection);
        log.clear();
      }
      // The pool rolls back the open transaction, and then resets the connection.
      assertEquals("ended", log.get(0));
    }
  }

  @Test
  void aWaitThatWasEndedDoesNotCostThePoolItsConnection() throws SQLException {
    try (HikariDataSource pool = above()) {
      int before;
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        before = pid(connection);
        statement.setQueryTimeout(1);
        wait = waitLimit -> TestWaits.forever(waitLimit, new CountDownLatch(1));
        SQLException ended = assertThrows(SQLException.class, () -> statement.execute("SELECT 1"));
        assertEquals("57014", ended.getSQLState());
        wait = waitLimit -> {};
        assertThrows(SQLException.class, () -> connection.unwrap(XAConnection.class));
        assertFalse(connection.isClosed());
      }
      try (Connection connection = pool.getConnection()) {
        assertEquals(before, pid(connection));
      }
    }
  }

  @Test
  void noneOfOurStatesMakesAPoolEvict() throws IllegalAccessException {
    List<String> states = new ArrayList<>();
    for (Field field : SqlStates.class.getFields()) {
      states.add((String) field.get(null));
    }
    assertFalse(states.isEmpty());
    for (String state : states) {
      assertFalse(EVICTING.contains(state) || state.startsWith("08"), state);
    }
  }

  @Test
  void aLostConnectionIsEvictedAndGivesItsTurnBack() throws SQLException {
    try (HikariDataSource pool = above()) {
      int before;
      try (Connection connection = pool.getConnection()) {
        before = pid(connection);
        connection.setAutoCommit(false);
        update(connection);
        log.clear();
        TestPostgres.terminate(before);
        assertThrows(SQLException.class, () -> update(connection));
      }
      try (Connection connection = pool.getConnection()) {
        assertNotEquals(before, pid(connection));
      }
    }
    // The session reports one end for each connection. The pool's thread that closes the
    // connections has ended, because the pool is closed.
    assertEquals(2, Collections.frequency(log, "ended"), log::toString);
  }

  @Test
  void aPoolBelowGetsItsConnectionsBack() throws SQLException {
    HikariConfig config = config();
    config.setDataSource(TestPostgres.plain());
    HikariDataSource pool = new HikariDataSource(config);
    int before = 0;
    try (YardmasterDataSource ours =
        TestPostgres.recorded(pool, log, waitLimit -> wait.until(waitLimit))) {
      assertSame(pool, ours.unwrap(HikariDataSource.class));
      for (int turn = 0; turn < 3; turn++) {
        try (Connection connection = ours.getConnection()) {
          assertInstanceOf(YardConnection.class, connection);
          assertInstanceOf(PgConnection.class, connection.unwrap(PgConnection.class));
          assertEquals(1, pool.getHikariPoolMXBean().getActiveConnections());
          before = turn == 0 ? pid(connection) : before;
          assertEquals(before, pid(connection));
          connection.setAutoCommit(false);
          update(connection);
          log.clear();
        }
        assertEquals(List.of("ended"), log);
        assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
      }
    }
    assertTrue(pool.isClosed());
  }
}
