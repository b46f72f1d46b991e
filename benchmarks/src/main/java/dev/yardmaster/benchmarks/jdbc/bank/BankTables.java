package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.smallbank.LoadAccounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * The bank's tables and functions on a server. Only the coordinator's thread may use an instance,
 * and only while no other thread uses the tables.
 *
 * @param lockOrder the order in which a transaction with two customers writes the accounts of the
 *     two customers
 * @param isRecorded whether every row also holds the number of the transaction that wrote it
 */
public record BankTables(
    PostgresServer server, int customers, LockOrder lockOrder, boolean isRecorded) {

  /**
   * The fill factor of a table: the share of a page that is filled at first, in percent. A new
   * version of a row needs no new index entries if the row's page has room for it (PostgreSQL's
   * heap-only tuples). For frequently written rows, writing index entries would be most of the
   * work. Under SERIALIZABLE, new index entries would also conflict with readers of neighbouring
   * entries.
   */
  public static final int FILLFACTOR = 70;

  private static final int FIRST_VERSION_WITH_OLD = 18;

  /**
   * Creates the tables and functions, and replaces all previous contents of the schema.
   *
   * @throws WorkloadFailure if the tables shall record the writer of each row, and this server does
   *     not support the statements for that
   */
  public void create() throws SQLException {
    server.clear();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      int version = connection.getMetaData().getDatabaseMajorVersion();
      if (isRecorded && version < FIRST_VERSION_WITH_OLD) {
        throw new WorkloadFailure(
            "histories need PostgreSQL "
                + FIRST_VERSION_WITH_OLD
                + " or newer: server_version="
                + version);
      }
      statement.execute("create table accounts (custid bigint primary key, name text not null)");
      statement.execute(
          "insert into accounts select i, 'customer ' || i from generate_series(0, %d) i"
              .formatted(customers - 1));
      statement.execute(functions());
      statement.execute("vacuum analyze accounts");
    }
  }

  private String functions() {
    String name = isRecorded ? "functions-recorded.sql" : "functions.sql";
    try (InputStream in = BankTables.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace(":payer_first", lockOrder.payerFirstInSql());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates fresh tables with the initial balances of all customers, so that every round begins in
   * the same state.
   */
  public void load() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (BankTable table : BankTable.values()) {
        String name = table.sqlName();
        statement.execute("drop table if exists " + name);
        statement.execute(
            "create table %s (custid bigint, bal bigint not null%s) with (fillfactor = %d)"
                .formatted(
                    name, isRecorded ? ", writer bigint not null default 0" : "", FILLFACTOR));
        statement.execute(
            "insert into %s (custid, bal) select i, %d from generate_series(0, %d) i"
                .formatted(name, LoadAccounts.INITIAL_CENTS, customers - 1));
        statement.execute("alter table " + name + " add primary key (custid)");
        statement.execute("vacuum analyze " + name);
      }
    }
    server.checkpoint();
  }

  /** Returns the initial total of all customers, in cents. */
  public long initialCents() {
    return 2L * customers * LoadAccounts.INITIAL_CENTS;
  }

  /** Returns the current total of all customers, in cents. */
  public long totalCents() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select (select sum(bal) from savings) + (select sum(bal) from checking)")) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Returns the last writer of each row; rows that still hold the initial data are omitted. */
  Map<AccountRow, Long> lastWriters() throws SQLException {
    Map<AccountRow, Long> writers = new HashMap<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (BankTable table : BankTable.values()) {
        try (ResultSet row =
            statement.executeQuery(
                "select custid, writer from " + table.sqlName() + " where writer <> 0")) {
          while (row.next()) {
            writers.put(new AccountRow(table, row.getLong(1)), row.getLong(2));
          }
        }
      }
    }
    return writers;
  }
}
