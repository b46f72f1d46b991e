package dev.yardmaster.benchmarks.jdbc.keyvalue;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The SQL tables. Each table is created at its first use. Any thread may use an instance. */
final class SqlTables {

  private static final String PREFIX = "kv_";
  private static final int MAX_NAME_BYTES = 63;

  private final PostgresServer server;
  private final Map<String, String> names = new ConcurrentHashMap<>();

  SqlTables(PostgresServer server) {
    this.server = server;
  }

  /**
   * Returns the quoted name of the SQL table.
   *
   * @throws WorkloadFailure if the name is too long for PostgreSQL, or the table cannot be created
   */
  String name(String table) {
    String known = names.get(table);
    return known == null ? names.computeIfAbsent(table, this::create) : known;
  }

  private String create(String table) {
    String name = PREFIX + table;
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new WorkloadFailure(
          "the name of a table on PostgreSQL has at most "
              + (MAX_NAME_BYTES - PREFIX.length())
              + " bytes: table="
              + table);
    }
    String quoted = '"' + name.replace("\"", "\"\"") + '"';
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table " + quoted + " (id bytea primary key, value bytea not null)");
      return quoted;
    } catch (SQLException e) {
      throw new WorkloadFailure("cannot create the table " + quoted + ": " + e.getMessage(), e);
    }
  }
}
