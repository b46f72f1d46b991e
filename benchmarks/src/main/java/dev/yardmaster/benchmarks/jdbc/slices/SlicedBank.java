package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.sql.SQLException;
import java.util.List;

/** SmallBank as statements. Its total is the money in all accounts, in cents. */
record SlicedBank(BankTables tables, DrawnCalls<BankArguments> drawn)
    implements SqlWorkload<BankArguments> {

  @Override
  public PostgresServer server() {
    return tables.server();
  }

  @Override
  public void load() throws SQLException {
    tables.create();
    tables.load();
  }

  @Override
  public SqlTransaction<BankArguments> transaction() {
    return BankLogic.INTERACTIVE.transaction(tables.lockOrder(), tables.isRecorded());
  }

  @Override
  public List<DrawnCalls.Walk<BankArguments>> walks(int clients) {
    return drawn.walks(clients);
  }

  @Override
  public long total() throws SQLException {
    return tables.totalCents();
  }
}
