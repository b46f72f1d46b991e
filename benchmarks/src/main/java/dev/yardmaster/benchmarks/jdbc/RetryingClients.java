package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankReceipt;
import dev.yardmaster.jdbc.failure.FailureClassifier;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;

/**
 * The clients of an application without a scheduler. Each client has a thread, and retries a
 * transaction that ends in a conflict. Instances are immutable.
 *
 * @param backoff the delay before a client tries a transaction again
 * @param seed seed of the delays
 */
public record RetryingClients(ClientConnections connections, Backoff backoff, long seed) {

  /** Starts the clients of a load. The connections stay open after the clients have ended. */
  public <A> ClientThreads start(SqlLoad<A> load) {
    return ClientThreads.start(load, (client, index) -> run(load, client, index));
  }

  private <A> void run(SqlLoad<A> load, SqlClient<A> client, int index)
      throws SQLException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed + index);
    for (ClientTransaction<A> call = client.next(); call != null; call = client.next()) {
      int conflicts = 0;
      while (!attempt(call, index) && !load.isAbandoned()) {
        conflicts++;
        backoff.pause(conflicts, random);
      }
    }
  }

  /**
   * Makes an attempt. Between attempts, the client returns its connection. If the number of
   * connections is limited, another client can then use the connection.
   */
  private boolean attempt(ClientTransaction<?> call, int index)
      throws SQLException, InterruptedException {
    Connection connection = connections.take(index);
    try {
      return attempt(call, connection);
    } finally {
      connections.giveBack(connection);
    }
  }

  /**
   * Makes an attempt. Returns whether the attempt committed. If it did not, the transaction may be
   * tried again.
   */
  private static boolean attempt(ClientTransaction<?> call, Connection connection)
      throws SQLException {
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
