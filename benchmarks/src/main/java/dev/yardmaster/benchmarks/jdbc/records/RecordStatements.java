package dev.yardmaster.benchmarks.jdbc.records;

import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Sends the requests as an application does, with one round trip for each statement. An update
 * reads the record's value and then writes the value plus 1, so the sum of all values is the number
 * of committed updates.
 */
final class RecordStatements implements SqlTransaction<RecordRequests> {

  private static final String READ = "select value from records where id = ?";
  private static final String WRITE = "update records set value = ? where id = ?";

  @Override
  public BankReceipt run(Connection connection, RecordRequests drawn, long number)
      throws SQLException {
    int updates = 0;
    long last = 0;
    for (RecordRequests.Request request : drawn.requests()) {
      last = read(connection, request.id());
      if (request.isUpdate()) {
        write(connection, request.id(), last + 1);
        updates++;
      }
    }
    return new BankReceipt(false, updates, last, List.of());
  }

  private static long read(Connection connection, int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setInt(1, id);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw missing(id);
        }
        return row.getLong(1);
      }
    }
  }

  private static void write(Connection connection, int id, long value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setLong(1, value);
      statement.setInt(2, id);
      if (statement.executeUpdate() != 1) {
        throw missing(id);
      }
    }
  }

  private static SQLException missing(int id) {
    return new SQLException("there is no such record: id=" + id, "P0002");
  }
}
