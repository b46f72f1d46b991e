package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Reads one row by its key instead of running the drawn transaction. The class shows the cost of a
 * driver if no transaction needs scheduling.
 */
final class PointSelects implements BankTransaction {

  private static final String READ = "select bal from checking where custid = ?";

  @Override
  public BankReceipt run(Connection connection, BankArguments arguments, long number)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setLong(1, arguments.customer());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw PlainAccountAccess.missing(arguments.customer());
        }
        return new BankReceipt(false, 0, row.getLong(1), List.of());
      }
    }
  }
}
