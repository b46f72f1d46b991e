package dev.yardmaster.server.connection;

/**
 * The bounds of every connection.
 *
 * @param serverName what clients are told
 * @param maxFrameBytes longest frame that is read
 * @param maxInFlight most unanswered requests
 * @param maxInFlightPerClient most unanswered requests of all connections of one client
 * @param maxConnections most connections at once
 * @param maxConnectionsPerClient most connections of one client
 * @param maxOpenTransactions most interactive transactions that are open
 * @param maxValueBytes longest value that the service takes
 * @param maxKeys most keys of a transaction
 * @param maxTransactionBytes most written bytes of a transaction
 * @param handshakeTimeoutMs within which the first frame must have come
 * @param tlsHandshakeTimeoutMs within which TLS must be agreed on
 * @param idleTimeoutMs after which a connection is closed on which nothing came, or whose client
 *     took nothing of what waits for it; 0 for never
 * @param unwrittenLowBytes at so many it goes on
 * @param unwrittenHighBytes once so many bytes wait to be taken by the client, no more is read from
 *     it and no answer is written
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
    int unwrittenHighBytes) {}
