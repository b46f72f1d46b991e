package dev.yardmaster.client.connection;

import dev.yardmaster.client.time.ClientTime;
import io.netty.handler.ssl.SslContext;

/**
 * What every connection of a client has in common.
 *
 * @param clientName what servers are told
 * @param token the bearer token; empty for none
 * @param tls null for none
 * @param connectTimeoutMs within which a connection is open and greeted
 * @param pingIntervalMs after so long without a sign of life the server is asked for one; after as
 *     long again the connection counts as lost
 * @param maxWaiting most requests that wait at one connection for their turn
 * @param time the client's clock
 */
public record ConnectionSettings(
    String clientName,
    String token,
    SslContext tls,
    int connectTimeoutMs,
    int pingIntervalMs,
    int maxWaiting,
    ClientTime time) {

  /** Without the token. */
  @Override
  public String toString() {
    return "ConnectionSettings[clientName=" + clientName + ", tls=" + (tls != null) + "]";
  }
}
