package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.SqlTransaction;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import java.sql.SQLException;
import java.util.List;

/**
 * A workload of statements on tables of a server, with its drawn transactions. The tables have a
 * total, such as the sum of all balances. Each transaction reports its change of the total. Only
 * the coordinator's thread may use an instance, and only while no other thread uses the tables.
 *
 * @param <A> the arguments of the workload's transactions
 */
public interface SqlWorkload<A> {

  /** Returns the server that holds the tables. */
  PostgresServer server();

  /** Creates the tables with their initial data; this replaces all contents of the schema. */
  void load() throws SQLException;

  /** Returns the form of all transactions (statements or function calls). */
  SqlTransaction<A> transaction();

  /** Returns the drawn transactions of each client. */
  List<DrawnCalls.Walk<A>> walks(int clients);

  /** Returns the current total. */
  long total() throws SQLException;
}
