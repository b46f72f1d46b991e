package dev.yardmaster.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** The table on which tests compare the drop-in with the plain driver. */
final class ComparedTable {
  private ComparedTable() {}

  /** Returns a DataSource that schedules all transactions. */
  static YardmasterDataSource ours() {
    Properties settings = new Properties();
    settings.setProperty("yardmaster.scheduling", "always");
    return YardmasterDataSource.wrap(TestPostgres.plain(), settings);
  }

  static void create() throws SQLException {
    try (Connection connection = TestPostgres.plain().getConnection()) {
      execute(
          connection,
          """
          CREATE TABLE compared (id int PRIMARY KEY, name text, money numeric(9,2), born date,
              seen timestamptz, data bytea, active boolean, notes text[])
          """);
    }
  }

  static void drop() throws SQLException {
    try (Connection connection = TestPostgres.plain().getConnection()) {
      execute(connection, "DROP TABLE compared");
    }
  }

  /** Fills the table anew with two rows. */
  static void fill(Connection connection) throws SQLException {
    execute(
        connection,
        """
        DELETE FROM compared;
        INSERT INTO compared VALUES
            (1, 'one', 1.50, '2000-02-29', '2000-01-01 00:00Z', '\\x0102', true, '{a,b}'),
            (2, '22', NULL, NULL, NULL, NULL, NULL, NULL)
        """);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
