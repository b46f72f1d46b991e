package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;

/**
 * The bank as an application without a scheduler runs it. Each client has its own connection and
 * retries a transaction that ends in a conflict. With a limit, at most this number of transactions
 * run at once, and the other transactions wait in the order of their arrival.
 *
 * @param limit the number of transactions that run at once; 0 for no limit
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
  public Running start(BankLoad load) throws SQLException {
    int clients = load.clients().size();
    Semaphore permits = new Semaphore(limit == 0 ? clients : limit, true);
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        Connection connection = connecting.connect(load.server());
        connections.add(connection);
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(logic.isAutoCommit());
      }
    } catch (SQLException e) {
      close(connections);
      throw e;
    }
    ClientThreads threads =
        ClientThreads.start(
            load,
            (client, index) ->
                new Loop(load, connections.get(index), backoff, new SplittableRandom(seed + index))
                    .run(client, permits));
    return () -> {
      try {
        threads.end();
      } finally {
        close(connections);
      }
    };
  }

  private static void close(List<Connection> connections) {
    for (Connection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        // The exception is ignored, because the connection is lost in any case.
      }
    }
  }

  /** The loop of one client on its connection. */
  private record Loop(
      BankLoad load, Connection connection, Backoff backoff, SplittableRandom random) {

    void run(BankClient client, Semaphore permits) throws SQLException, InterruptedException {
      for (BankCall call = client.next(); call != null; call = client.next()) {
        int conflicts = 0;
        while (!attempt(call, permits) && !load.isAbandoned()) {
          conflicts++;
          backoff.pause(conflicts, random);
        }
      }
    }

    /**
     * Makes an attempt while holding a permit of the limit. Between attempts the client has no
     * permit, so another client can run.
     */
    private boolean attempt(BankCall call, Semaphore permits)
        throws SQLException, InterruptedException {
      permits.acquire();
      try {
        return attempt(call);
      } finally {
        permits.release();
      }
    }

    /**
     * Makes an attempt. Returns whether the attempt committed; if not, the transaction may be tried
     * again.
     */
    private boolean attempt(BankCall call) throws SQLException {
      boolean mayHaveCommitted = connection.getAutoCommit();
      try {
        BankReceipt receipt = call.run(connection);
        if (!connection.getAutoCommit()) {
          mayHaveCommitted = true;
          connection.commit();
        }
        call.committed(receipt);
        return true;
      } catch (SQLException e) {
        FailureKind kind = FailureClassifier.standard().classify(e, mayHaveCommitted);
        if (kind != FailureKind.RETRY) {
          if (kind == FailureKind.AMBIGUOUS) {
            call.unknown();
          }
          throw e;
        }
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        call.aborted(e);
        return false;
      }
    }
  }
}
