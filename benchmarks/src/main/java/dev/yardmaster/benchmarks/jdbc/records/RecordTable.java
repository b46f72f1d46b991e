package dev.yardmaster.benchmarks.jdbc.records;

import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The table of records on a server, with the drawn transactions. Only the coordinator's thread may
 * use an instance, and only while no other thread uses the table.
 */
public final class RecordTable implements SqlWorkload<RecordRequests> {

  /**
   * The smallest number of records. A transaction needs this number, because its records are
   * distinct.
   */
  public static final int MIN_ROWS = RecordRequests.REQUESTS;

  private final PostgresServer server;
  private final int rows;
  private final DrawnCalls<RecordRequests> drawn;

  /** Draws the transactions. The constructor does not create the table. */
  public RecordTable(PostgresServer server, int rows, double theta, long seed) {
    this.server = server;
    this.rows = rows;
    this.drawn = RecordRequests.draw(rows, theta, seed);
  }

  @Override
  public PostgresServer server() {
    return server;
  }

  @Override
  public void load() throws SQLException {
    server.clear();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create table records (id int, value bigint not null) with (fillfactor = %d)"
              .formatted(BankTables.FILLFACTOR));
      statement.execute(
          "insert into records select i, 0 from generate_series(0, %d) i".formatted(rows - 1));
      statement.execute("alter table records add primary key (id)");
      statement.execute("vacuum analyze records");
    }
    server.checkpoint();
  }

  @Override
  public SqlTransaction<RecordRequests> transaction() {
    return new RecordStatements();
  }

  @Override
  public List<DrawnCalls.Walk<RecordRequests>> walks(int clients) {
    return drawn.walks(clients);
  }

  @Override
  public long total() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select sum(value) from records")) {
      row.next();
      return row.getLong(1);
    }
  }
}
