package dev.yardmaster.benchmarks.jdbc.keyvalue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes keys in the current transaction of a connection. */
final class SqlSource implements InteractiveTransaction.Source {

  private final Connection connection;
  private final SqlTables tables;

  /**
   * The first failure of a statement, which has aborted the database transaction; null if there is
   * none.
   */
  private SQLException failure;

  /** Ends the run of the logic. The caller then handles {@link #failure}. */
  private static final class StatementFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StatementFailed(SQLException cause) {
      super(cause.getMessage(), cause, false, false);
    }
  }

  SqlSource(Connection connection, SqlTables tables) {
    this.connection = connection;
    this.tables = tables;
  }

  /** Throws the failure of a read, even if the logic has caught its exception. */
  void throwFailure() throws SQLException {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public byte[][] values(List<Key> keys) {
    byte[][] values = new byte[keys.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(keys.get(i));
    }
    return values;
  }

  private byte[] value(Key key) {
    String sql = "select value from " + tables.name(key.table()) + " where id = ?";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setBytes(1, SqlId.of(key));
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getBytes(1) : null;
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public ScannedEntries scan(Scan scan) {
    String table = scan.from().table();
    String sql =
        "select id, value from "
            + tables.name(table)
            + " where id >= ?"
            + (scan.isToTableEnd() ? "" : " and id < ?")
            + " order by id"
            + (scan.backward() ? " desc" : "")
            + " limit "
            + scan.limit();
    ScannedEntries found = new ScannedEntries();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setBytes(1, SqlId.of(scan.from()));
      if (!scan.isToTableEnd()) {
        select.setBytes(2, SqlId.of(scan.to()));
      }
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.add(SqlId.keyOf(table, row.getBytes(1)), row.getBytes(2));
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
    if (found.size() == scan.limit()) {
      found.cut();
    }
    return found;
  }

  private StatementFailed failed(SQLException e) {
    failure = e;
    return new StatementFailed(e);
  }

  /**
   * Sends the writes in the order of the keys, which avoids deadlocks. A null value is a deletion.
   */
  void write(Map<Key, byte[]> writes) throws SQLException {
    Map<String, List<Map.Entry<Key, byte[]>>> byStatement = new TreeMap<>();
    new TreeMap<>(writes)
        .entrySet()
        .forEach(
            write ->
                byStatement
                    .computeIfAbsent(statement(write), none -> new ArrayList<>())
                    .add(write));
    for (Map.Entry<String, List<Map.Entry<Key, byte[]>>> batch : byStatement.entrySet()) {
      try (PreparedStatement statement = connection.prepareStatement(batch.getKey())) {
        for (Map.Entry<Key, byte[]> write : batch.getValue()) {
          statement.setBytes(1, SqlId.of(write.getKey()));
          if (write.getValue() != null) {
            statement.setBytes(2, write.getValue());
          }
          statement.addBatch();
        }
        var unused = statement.executeBatch();
      }
    }
  }

  private String statement(Map.Entry<Key, byte[]> write) {
    String name = tables.name(write.getKey().table());
    return write.getValue() == null
        ? "delete from " + name + " where id = ?"
        : "insert into "
            + name
            + " values (?, ?) on conflict (id) do update set value = excluded.value";
  }
}
