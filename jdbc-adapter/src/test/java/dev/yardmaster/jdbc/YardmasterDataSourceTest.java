package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.SessionFactories;
import dev.yardmaster.jdbc.driver.RecordingSession;
import dev.yardmaster.jdbc.driver.RecordingVendor;
import dev.yardmaster.jdbc.driver.YardConnection;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

class YardmasterDataSourceTest {
  private static final SessionFactories SCHEDULED =
      (database, settings) -> any -> new RecordingSession(new ArrayList<>());

  private final List<String> log = new ArrayList<>();
  private final RecordingVendor vendor = new RecordingVendor(log).answering("getAutoCommit", true);

  /** A DataSource that can be closed, like a pool. */
  private interface Pool extends DataSource, Closeable {}

  /** A DataSource that implements both interfaces. Some vendors have such a class. */
  private interface Both extends DataSource, XADataSource {}

  private YardmasterDataSource over(DataSource dataSource) {
    return YardmasterDataSource.wrap(dataSource, new Properties(), SCHEDULED);
  }

  @Test
  void itsConnectionsAreOurs() throws SQLException {
    try (YardmasterDataSource ours = over(vendor.as(DataSource.class))) {
      assertInstanceOf(YardConnection.class, ours.getConnection());
      assertInstanceOf(YardConnection.class, ours.getConnection("u", "p"));
      assertInstanceOf(
          YardConnection.class,
          ours.createConnectionBuilder()
              .user("u")
              .password("p")
              .shardingKey(null)
              .superShardingKey(null)
              .build());
      assertTrue(log.containsAll(List.of("vendor.user", "vendor.password", "vendor.shardingKey")));
    }
  }

  @Test
  void withSchedulingOffConnectionsAreTheVendorsOwn() throws SQLException {
    Connection own = vendor.as(Connection.class);
    vendor.answering("getConnection", own);
    Properties off = new Properties();
    off.setProperty("yardmaster.scheduling", "off");
    DataSource plain = vendor.as(DataSource.class);
    try (YardmasterDataSource switchedOff = YardmasterDataSource.wrap(plain, off);
        YardmasterDataSource unknown =
            YardmasterDataSource.wrap(plain, new Properties(), (database, settings) -> null)) {
      assertSame(own, switchedOff.getConnection());
      assertSame(own, switchedOff.getConnection("u", "p"));
      assertSame(own, unknown.getConnection());
    }
    assertEquals(
        List.of("vendor.getConnection", "vendor.getConnection", "vendor.getConnection"), log);
  }

  @Test
  void theRestIsTheOthers() throws SQLException {
    try (YardmasterDataSource ours = over(vendor.as(DataSource.class))) {
      PrintWriter writer = new PrintWriter(Writer.nullWriter());
      vendor.answering("getLoginTimeout", 17).answering("getLogWriter", writer);
      assertEquals(17, ours.getLoginTimeout());
      assertSame(writer, ours.getLogWriter());
      ours.setLoginTimeout(3);
      ours.setLogWriter(writer);
      ours.createShardingKeyBuilder();
      assertEquals(
          List.of(
              "vendor.getLoginTimeout",
              "vendor.getLogWriter",
              "vendor.setLoginTimeout",
              "vendor.setLogWriter",
              "vendor.createShardingKeyBuilder"),
          log);
    }
  }

  @Test
  void itClosesTheOtherIfThatCanBeClosed() throws SQLException {
    over(vendor.as(DataSource.class)).close();
    assertEquals(List.of(), log);
    over(vendor.as(Pool.class)).close();
    assertEquals(List.of("vendor.close"), log);
    IOException failure = new IOException("disk");
    vendor.failing("close", failure);
    YardmasterDataSource failing = over(vendor.as(Pool.class));
    assertSame(failure, assertThrows(SQLException.class, failing::close).getCause());
  }

  @Test
  void unwrapLeadsToEitherAndBeyond() throws SQLException {
    Pool pool = vendor.as(Pool.class);
    try (YardmasterDataSource inner = over(pool);
        YardmasterDataSource outer = over(inner)) {
      assertSame(outer, outer.unwrap(DataSource.class));
      assertSame(outer, outer.unwrap(YardmasterDataSource.class));
      assertSame(pool, outer.unwrap(Pool.class));
      assertTrue(outer.isWrapperFor(Pool.class));
      vendor.answering("isWrapperFor", false);
      assertFalse(outer.isWrapperFor(String.class));
      Connection twice = outer.getConnection();
      assertSame(twice, twice.unwrap(YardConnection.class));
    }
  }

  @Test
  void distributedTransactionsAreRefused() throws SQLException {
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> YardmasterDataSource.wrap(vendor.as(Both.class)))
            .getMessage()
            .startsWith("XA transactions are not scheduled; wrap a plain DataSource: dataSource="));
    try (YardmasterDataSource ours = over(vendor.as(DataSource.class));
        Connection connection = ours.getConnection()) {
      for (Class<?> type : List.of(XADataSource.class, XAConnection.class, PGXADataSource.class)) {
        assertFalse(ours.isWrapperFor(type));
        assertFalse(connection.isWrapperFor(type));
        SQLException refused = assertThrows(SQLException.class, () -> connection.unwrap(type));
        assertSame(SQLException.class, refused.getClass());
        assertEquals("HY000", refused.getSQLState());
        assertTrue(refused.getMessage().startsWith("XA transactions are not scheduled"));
        assertThrows(SQLException.class, () -> ours.unwrap(type));
      }
    }
  }

  @Test
  void badArgumentsAreRefusedAtStart() {
    DataSource plain = vendor.as(DataSource.class);
    assertThrows(IllegalArgumentException.class, () -> YardmasterDataSource.wrap(null));
    for (String name : List.of("yardmaster.nothing", "scheduling")) {
      Properties settings = new Properties();
      settings.setProperty(name, "off");
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> YardmasterDataSource.wrap(plain, settings))
              .getMessage();
      assertTrue(message.contains("name=" + name), message);
    }
  }

  @Test
  void passwordsAreNotShown() throws SQLException {
    DataSource talkative =
        new PGSimpleDataSource() {
          private static final long serialVersionUID = 1;

          @Override
          public String toString() {
            return "PG at jdbc:postgresql://h/b?password=sesame";
          }
        };
    try (YardmasterDataSource ours = over(talkative)) {
      assertEquals("YardmasterDataSource over " + talkative.getClass().getName(), ours.toString());
    }
  }
}
