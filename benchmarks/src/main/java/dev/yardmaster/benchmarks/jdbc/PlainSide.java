package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs the bank's transactions like an application without a scheduler. Each client has its own
 * connection and retries a transaction that ends in a conflict. If there is a limit, at most {@code
 * limit} transactions run at any time, and further transactions wait in the order of arrival.
 *
 * @param limit the maximum number of transactions that run at the same time; 0 for no limit
 * @param isolation an isolation level of {@link Connection}
 * @param backoff the delay before a client tries a transaction again
 * @param connecting opens connections with the driver
 */
record PlainSide(
    String label,
    BankLogic logic,
    int limit,
    int isolation,
    Backoff backoff,
    long seed,
    Connecting connecting)
    implements JdbcSide {

  /** Opens the clients' connections. */
  @FunctionalInterface
  interface Connecting {
    /** Opens a connection. */
    Connection connect(PostgresServer server) throws SQLException;
  }

  @Override
  public Running start(SqlLoad<BankArguments> load) throws SQLException {
    ClientConnections open =
        ClientConnections.kept(load.clients().size(), () -> open(load.server()));
    ClientConnections limited = limit == 0 ? open : open.limitedTo(limit);
    ClientThreads threads = new RetryingClients(limited, backoff, seed).start(load);
    return () -> {
      try {
        threads.end();
      } finally {
        open.close();
      }
    };
  }

  private Connection open(PostgresServer server) throws SQLException {
    Connection connection = connecting.connect(server);
    connection.setTransactionIsolation(isolation);
    connection.setAutoCommit(logic.isAutoCommit());
    return connection;
  }
}
