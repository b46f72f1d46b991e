package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Accesses accounts in the way of an ordinary application. The driver keeps a prepared statement
 * for each SQL text.
 */
final class PlainAccountAccess implements AccountAccess {

  private static final String FIND = "select custid from accounts where custid = ?";
  private static final Map<BankTable, String> READ = texts("select bal from %s where custid = ?");
  private static final Map<BankTable, String> ADD =
      texts("update %s set bal = bal + ? where custid = ?");
  private static final Map<BankTable, String> CLEAR =
      texts("update %s set bal = 0 where custid = ?");

  private final Connection connection;

  PlainAccountAccess(Connection connection) {
    this.connection = connection;
  }

  static Map<BankTable, String> texts(String form) {
    Map<BankTable, String> texts = new EnumMap<>(BankTable.class);
    for (BankTable table : BankTable.values()) {
      texts.put(table, form.formatted(table.sqlName()));
    }
    return texts;
  }

  @Override
  public void find(long customer) throws SQLException {
    query(connection, FIND, customer);
  }

  @Override
  public long read(BankTable table, long customer) throws SQLException {
    return query(connection, READ.get(table), customer);
  }

  private static long query(Connection connection, String sql, long customer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, customer);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw missing(customer);
        }
        return row.getLong(1);
      }
    }
  }

  @Override
  public void add(BankTable table, long customer, long cents) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ADD.get(table))) {
      statement.setLong(1, cents);
      statement.setLong(2, customer);
      requireOne(statement.executeUpdate(), customer);
    }
  }

  @Override
  public void clear(BankTable table, long customer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLEAR.get(table))) {
      statement.setLong(1, customer);
      requireOne(statement.executeUpdate(), customer);
    }
  }

  private static void requireOne(int rows, long customer) throws SQLException {
    if (rows != 1) {
      throw missing(customer);
    }
  }

  /**
   * Returns an exception with the SQLState no_data_found, which the functions in functions.sql also
   * raise.
   */
  static SQLException missing(long customer) {
    return new SQLException("there is no such customer: custid=" + customer, "P0002");
  }

  @Override
  public List<SeenRow> seen() {
    return List.of();
  }
}
