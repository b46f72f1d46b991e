package dev.yardmaster.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the keys that {@link KeyColumns#read} finds in a real database. */
class PrimaryKeysTest {
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE accounts (id bigint PRIMARY KEY, balance bigint)");
      statement.execute(
          "CREATE TABLE \"Order Line\" (number int, w_id int, d_id int, amount int,"
              + " PRIMARY KEY (w_id, d_id, number))");
      statement.execute("CREATE TABLE logs (line text)");
      statement.execute("CREATE SCHEMA archive");
      statement.execute("CREATE TABLE archive.accounts (year int, id int, PRIMARY KEY (year, id))");
      statement.execute("CREATE TABLE archive.years (year int PRIMARY KEY)");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @Test
  void primaryKeysAreReadInTheirOrder() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      KeyColumns keys = KeyColumns.read(connection);
      assertEquals(List.of("id"), keys.of("accounts"));
      assertEquals(List.of("w_id", "d_id", "number"), keys.of("\"Order Line\""));
      assertEquals(List.of("year"), keys.of("archive.years"));
      assertEquals(List.of(), keys.of("logs"));
      assertEquals(List.of(), keys.of("pg_class"));
    }
  }

  @Test
  void theTableOfTheOwnSchemaCounts() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      connection.setSchema("archive");
      assertEquals(List.of("year", "id"), KeyColumns.read(connection).of("accounts"));
    }
  }

  @Test
  void theConnectionStaysAsItWas() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      assertEquals(3, KeyColumns.read(connection).size());
      // PostgreSQL's driver refuses both calls inside a transaction.
      connection.setReadOnly(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      assertFalse(connection.getAutoCommit());
    }
  }

  @Test
  void aDriverThatTakesOneTableAtATimeIsAskedForEach() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      KeyColumns all = KeyColumns.read(connection);
      KeyColumns each =
          KeyColumns.read(
              stub(
                  Connection.class,
                  connection,
                  (method, arguments, result) ->
                      method.equals("getMetaData")
                          ? stub(DatabaseMetaData.class, result, PrimaryKeysTest::refuseAllTables)
                          : result));
      for (String table : List.of("accounts", "order line", "years", "logs")) {
        assertEquals(all.of(table), each.of(table), table);
      }
    }
  }

  private static Object refuseAllTables(String method, Object[] arguments, Object result)
      throws SQLException {
    if (method.equals("getPrimaryKeys") && arguments[2] == null) {
      throw new SQLException("a table is required");
    }
    return result;
  }

  /** The result that a stub returns instead of its delegate's result. */
  private interface Answer {
    Object of(String method, Object[] arguments, Object result) throws SQLException;
  }

  private static <T> T stub(Class<T> type, Object delegate, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                answer.of(method.getName(), arguments, method.invoke(delegate, arguments))));
  }

  @Test
  void aFailureTellsNoKeysAndIsNoError() throws SQLException {
    Connection connection = postgres.getPostgresDatabase().getConnection();
    connection.close();
    assertEquals(0, KeyColumns.read(connection).size());
  }

  @Test
  void templatesTellTheRowsOfTheseKeys() throws SQLException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      RowHash hash = new RowHash(1, 2);
      StatementTemplates templates = new StatementTemplates(KeyColumns.read(connection), hash);
      assertEquals(
          List.of(hash.written("Order Line", 1, 2, 3)),
          templates
              .of("UPDATE \"Order Line\" SET amount = ? WHERE number = ? AND d_id = ? AND w_id = ?")
              .rows(new Object[] {9, 3, 2, 1}));
    }
  }
}
