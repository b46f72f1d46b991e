package dev.yardmaster.server.connection;

/**
 * The limits of connections.
 *
 * @param serverName the server's name, as sent to clients
 * @param maxFrameBytes the longest frame that the server reads
 * @param maxInFlight the maximum number of unanswered requests of one connection
 * @param maxInFlightPerClient the maximum number of unanswered requests of all connections of one
 *     client
 * @param maxConnections the maximum number of open connections
 * @param maxConnectionsPerClient the maximum number of open connections of one client
 * @param maxOpenTransactions the maximum number of open interactive transactions of one connection
 * @param maxValueBytes the longest value that the service accepts
 * @param maxKeys the maximum number of keys of one transaction
 * @param maxTransactionBytes the maximum number of written bytes of one transaction
 * @param handshakeTimeoutMs the time within which the first frame must arrive
 * @param tlsHandshakeTimeoutMs the time within which the TLS handshake must complete
 * @param idleTimeoutMs the time after which the server closes a connection whose client sends no
 *     byte, or whose pending answers make no progress; 0 for never
 * @param unwrittenLowBytes the number of pending bytes at which the server resumes reading and
 *     writing
 * @param unwrittenHighBytes the number of pending bytes for a client at which the server stops
 *     reading requests from the client and writing answers to it
 * @param bounds the bounds on the bytes, connections and transactions that clients can make the
 *     server hold
 */
public record ConnectionLimits(
    String serverName,
    int maxFrameBytes,
    int maxInFlight,
    int maxInFlightPerClient,
    int maxConnections,
    int maxConnectionsPerClient,
    int maxOpenTransactions,
    int maxValueBytes,
    int maxKeys,
    int maxTransactionBytes,
    int handshakeTimeoutMs,
    int tlsHandshakeTimeoutMs,
    int idleTimeoutMs,
    int unwrittenLowBytes,
    int unwrittenHighBytes,
    ClientBounds bounds) {

  /** Creates limits with the default bounds. */
  public ConnectionLimits(
      String serverName,
      int maxFrameBytes,
      int maxInFlight,
      int maxInFlightPerClient,
      int maxConnections,
      int maxConnectionsPerClient,
      int maxOpenTransactions,
      int maxValueBytes,
      int maxKeys,
      int maxTransactionBytes,
      int handshakeTimeoutMs,
      int tlsHandshakeTimeoutMs,
      int idleTimeoutMs,
      int unwrittenLowBytes,
      int unwrittenHighBytes) {
    this(
        serverName,
        maxFrameBytes,
        maxInFlight,
        maxInFlightPerClient,
        maxConnections,
        maxConnectionsPerClient,
        maxOpenTransactions,
        maxValueBytes,
        maxKeys,
        maxTransactionBytes,
        handshakeTimeoutMs,
        tlsHandshakeTimeoutMs,
        idleTimeoutMs,
        unwrittenLowBytes,
        unwrittenHighBytes,
        ClientBounds.DEFAULTS);
  }
}
