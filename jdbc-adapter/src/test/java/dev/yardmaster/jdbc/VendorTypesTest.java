package dev.yardmaster.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.StringReader;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGRefCursorResultSet;
import org.postgresql.PGResultSetMetaData;
import org.postgresql.PGStatement;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;
import org.postgresql.jdbc.PgConnection;

/**
 * Tests with pgjdbc that wrapped objects can be cast to the vendor's types, and can be read like
 * the vendor's objects.
 */
class VendorTypesTest {
  private final List<String> log = new ArrayList<>();
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    connection = TestPostgres.recorded(TestPostgres.plain(), log, waitLimit -> {}).getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE account (id serial PRIMARY KEY, money int)");
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  @Test
  void castsToTheVendorsInterfaces() throws Exception {
    assertEquals(
        connection.unwrap(PgConnection.class).getBackendPID(),
        ((PGConnection) connection).getBackendPID());
    CopyManager copies = new CopyManager((BaseConnection) connection);
    assertEquals(2, copies.copyIn("COPY account (money) FROM STDIN", new StringReader("40\n50\n")));
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT money FROM account");
        CallableStatement callable = connection.prepareCall("{? = call abs(?)}")) {
      for (Statement one : List.of(statement, prepared, callable)) {
        ((PGStatement) one).setPrepareThreshold(7);
        assertEquals(7, one.unwrap(PGStatement.class).getPrepareThreshold());
      }
      try (ResultSet result = prepared.executeQuery()) {
        assertInstanceOf(PGRefCursorResultSet.class, result);
        PGResultSetMetaData metaData = (PGResultSetMetaData) result.getMetaData();
        assertEquals("account", metaData.getBaseTableName(1));
      }
      log.clear();
      try (ResultSet rows = ((BaseConnection) connection).execSQLQuery("SELECT 1")) {
        assertSame(connection, rows.getStatement().getConnection());
      }
      assertEquals(List.of(), log, "Yardmaster does not see the vendor's own methods");
    }
  }

  @Test
  void theTextOfAStatementIsTheVendors() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement("SELECT ?, ?")) {
      prepared.setInt(1, 17);
      assertEquals("SELECT ('17'::int4), ?", prepared.toString());
      assertEquals(connection.unwrap(PgConnection.class).toString(), connection.toString());
    }
  }

  @Test
  void theMetadataHasTheUrlOfTheApplication() throws SQLException {
    String url = TestPostgres.url();
    String plain = url.substring(0, url.indexOf('?')) + "?ApplicationName=url";
    String ours = plain.replace("jdbc:", "jdbc:yardmaster:") + "&yardmaster.batch-size=5";
    try (Connection own = DriverManager.getConnection(ours, "postgres", "sesame")) {
      assertEquals(ours, own.getMetaData().getURL());
    }
    try (Connection own = DriverManager.getConnection(TestPostgres.ourUrl())) {
      String shown = plain.replace("jdbc:", "jdbc:yardmaster:");
      assertEquals(shown.substring(0, shown.indexOf('?')), own.getMetaData().getURL());
    }
    assertEquals(connection.unwrap(PgConnection.class).getURL(), connection.getMetaData().getURL());
  }
}
