package dev.yardmaster.server.connection;

/**
 * Bounds on the bytes, connections and transactions that clients can make the server hold. The
 * bytes are those of unfinished frames, requests until they are answered, the values of open
 * interactive transactions, and answers until they are written to the network.
 *
 * @param heldBytes the maximum number of bytes for all clients together
 * @param heldBytesPerClient the maximum number of bytes for all connections of one client together
 * @param heldBytesPerConnection the maximum number of bytes for one connection
 * @param frameTimeoutMs the time within which a frame that has begun to arrive must be complete
 * @param newConnectionsPerAddress the maximum number of connections from one address whose clients
 *     have not identified themselves yet
 * @param openTransactionsPerClient the maximum number of open interactive transactions of one
 *     client
 * @param openSnapshotsPerClient the maximum number of open snapshots of one client
 * @param transactionMs the longest time for which an interactive transaction or a snapshot is open;
 *     a client may request a shorter time
 * @param transactionIdleMs the time after which the server ends an interactive transaction that
 *     waits for its client's next step; the end may come as late as twice this time
 */
public record ClientBounds(
    long heldBytes,
    long heldBytesPerClient,
    long heldBytesPerConnection,
    int frameTimeoutMs,
    int newConnectionsPerAddress,
    int openTransactionsPerClient,
    int openSnapshotsPerClient,
    int transactionMs,
    int transactionIdleMs) {

  /** Bounds for a process with a heap of a gibibyte. */
  public static final ClientBounds DEFAULTS =
      new ClientBounds(
          256L << 20, 128L << 20, 64L << 20, 30_000, 1_000, 10_000, 10_000, 600_000, 60_000);
}
