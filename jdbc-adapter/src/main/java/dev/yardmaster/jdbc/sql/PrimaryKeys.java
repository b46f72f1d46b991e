package dev.yardmaster.jdbc.sql;

import dev.yardmaster.logging.Loggers;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;

/** Reads the primary keys of a database's tables through its driver. */
final class PrimaryKeys {
  private static final Logger LOG = Loggers.of(PrimaryKeys.class);
  private static final int MAX_TABLES = 10_000;

  /**
   * The maximum number of calls to the database. A driver that returns the keys of all tables in
   * one result needs one call.
   */
  private static final int MAX_CALLS = 1_000;

  private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema");

  private final Connection connection;
  private final Map<Table, TreeMap<Short, String>> columnsByTable = new HashMap<>();

  private record Table(String schema, String name) {}

  PrimaryKeys(Connection connection) {
    this.connection = connection;
  }

  /**
   * Returns the key columns of each table, in the order of the key. The map's keys are the tables'
   * folded names.
   */
  Map<String, List<String>> read() {
    String ownSchema = null;
    try {
      ownSchema = fold(connection.getSchema());
      readTables(connection.getMetaData());
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException | RuntimeException | AbstractMethodError e) {
      LOG.warn("not all primary keys could be read: tables={}", columnsByTable.size(), e);
      rollBackAfterFailure();
    }
    return byName(ownSchema);
  }

  private void readTables(DatabaseMetaData metaData) throws SQLException {
    try (ResultSet keys = metaData.getPrimaryKeys(connection.getCatalog(), null, null)) {
      add(keys);
    } catch (SQLException e) {
      LOG.debug("the driver returns primary keys for one table at a time only", e);
      rollBackAfterFailure();
    }
    // JDBC does not define the meaning of a null table. Depending on the driver, the call returns
    // all keys, returns no keys, or fails.
    if (columnsByTable.isEmpty()) {
      readOneByOne(metaData);
    }
  }

  private void readOneByOne(DatabaseMetaData metaData) throws SQLException {
    try (ResultSet tables =
        metaData.getTables(connection.getCatalog(), null, "%", new String[] {"TABLE"})) {
      for (int i = 0; i < MAX_CALLS && tables.next(); i++) {
        String catalog = tables.getString("TABLE_CAT");
        String schema = tables.getString("TABLE_SCHEM");
        try (ResultSet keys =
            metaData.getPrimaryKeys(catalog, schema, tables.getString("TABLE_NAME"))) {
          add(keys);
        }
      }
    }
  }

  private void add(ResultSet keys) throws SQLException {
    while (keys.next()) {
      Table table =
          new Table(fold(keys.getString("TABLE_SCHEM")), fold(keys.getString("TABLE_NAME")));
      if (SYSTEM_SCHEMAS.contains(table.schema)) {
        continue;
      }
      if (columnsByTable.size() >= MAX_TABLES && !columnsByTable.containsKey(table)) {
        return;
      }
      columnsByTable
          .computeIfAbsent(table, ignored -> new TreeMap<>())
          .put(keys.getShort("KEY_SEQ"), fold(keys.getString("COLUMN_NAME")));
    }
  }

  private Map<String, List<String>> byName(String ownSchema) {
    Map<String, List<String>> byName = new HashMap<>();
    columnsByTable.forEach(
        (table, columns) -> {
          List<String> key = List.copyOf(columns.values());
          if (table.schema.equals(ownSchema)) {
            byName.put(table.name, key);
          } else {
            byName.putIfAbsent(table.name, key);
          }
        });
    return byName;
  }

  private void rollBackAfterFailure() {
    try {
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      LOG.debug("the reading of primary keys could not be rolled back", e);
    }
  }

  /**
   * Folds a name from the metadata. Such a name has no quotes, and a dot in it belongs to the name.
   */
  private static String fold(String name) {
    return name == null ? "" : name.toLowerCase(Locale.ROOT);
  }
}
