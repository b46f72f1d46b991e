package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Accesses accounts and records the accesses. Every statement also returns the writer of the
 * balance that it saw. Every write also stores its transaction's number in the row. The class needs
 * {@code returning old}, which PostgreSQL 18 introduced.
 */
final class RecordedAccountAccess implements AccountAccess {

  private static final Map<BankTable, String> READ =
      PlainAccountAccess.texts("select bal, writer from %s where custid = ?");
  private static final String RETURNED = " where custid = ? returning old.bal, old.writer, new.bal";
  private static final Map<BankTable, String> ADD =
      PlainAccountAccess.texts("update %s set bal = bal + ?, writer = ?" + RETURNED);
  private static final Map<BankTable, String> CLEAR =
      PlainAccountAccess.texts("update %s set bal = 0, writer = ?" + RETURNED);

  private final Connection connection;
  private final AccountAccess plain;
  private final long number;
  private final List<SeenRow> seen = new ArrayList<>();

  RecordedAccountAccess(Connection connection, long number) {
    this.connection = connection;
    this.plain = new PlainAccountAccess(connection);
    this.number = number;
  }

  @Override
  public void find(long customer) throws SQLException {
    plain.find(customer);
  }

  @Override
  public long read(BankTable table, long customer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(READ.get(table))) {
      statement.setLong(1, customer);
      try (ResultSet row = only(statement, customer)) {
        long cents = row.getLong(1);
        seen.add(new SeenRow(new AccountRow(table, customer), row.getLong(2), cents, false, cents));
        return cents;
      }
    }
  }

  @Override
  public void add(BankTable table, long customer, long cents) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ADD.get(table))) {
      statement.setLong(1, cents);
      statement.setLong(2, number);
      statement.setLong(3, customer);
      write(statement, table, customer);
    }
  }

  @Override
  public void clear(BankTable table, long customer) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLEAR.get(table))) {
      statement.setLong(1, number);
      statement.setLong(2, customer);
      write(statement, table, customer);
    }
  }

  private void write(PreparedStatement statement, BankTable table, long customer)
      throws SQLException {
    try (ResultSet row = only(statement, customer)) {
      seen.add(
          new SeenRow(
              new AccountRow(table, customer),
              row.getLong(2),
              row.getLong(1),
              true,
              row.getLong(3)));
    }
  }

  private static ResultSet only(PreparedStatement statement, long customer) throws SQLException {
    ResultSet row = statement.executeQuery();
    if (!row.next()) {
      throw PlainAccountAccess.missing(customer);
    }
    return row;
  }

  @Override
  public List<SeenRow> seen() {
    return seen;
  }
}
