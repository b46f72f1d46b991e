package dev.yardmaster.benchmarks.jdbc.slices;

import dev.yardmaster.benchmarks.jdbc.SqlWorkload;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnTransactions;
import dev.yardmaster.benchmarks.jdbc.bank.LockOrder;
import dev.yardmaster.benchmarks.jdbc.records.RecordTable;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.util.Locale;

/** The workloads on which the sides are compared. */
public enum SlicedWorkload {
  /** The bank, with one statement for each round trip. */
  SMALLBANK,
  /** Transactions of four requests for records; half of the requests are updates. */
  YCSB;

  /**
   * Returns the workload on a server, with its drawn transactions.
   *
   * @param size number of the bank's customers, or of records
   * @param lockOrder the order in which a transaction with two customers writes the accounts of the
   *     two customers
   * @param skew theta of Zipf's law; 0 is uniform
   */
  SqlWorkload<?> on(PostgresServer server, int size, LockOrder lockOrder, double skew, long seed) {
    return switch (this) {
      case SMALLBANK ->
          new SlicedBank(
              new BankTables(server, size, lockOrder, false),
              DrawnTransactions.of(new SmallBank(size, skew, seed), size));
      case YCSB -> new RecordTable(server, size, skew, seed);
    };
  }

  /** Returns the name on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
