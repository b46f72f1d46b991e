package dev.yardmaster.client.connection;

import dev.yardmaster.client.time.ClientTime;
import io.netty.handler.ssl.SslContext;

/**
 * The settings that all connections of a client share.
 *
 * @param clientName the client's name, sent to servers
 * @param token the bearer token; empty for no token
 * @param tls the TLS context; null for no TLS
 * @param connectTimeoutMs the maximum time until a connection is open and the server's greeting has
 *     arrived, in ms
 * @param pingIntervalMs the silence of the server, in ms, after which the client sends a ping;
 *     after another silence of this length, the connection counts as lost
 * @param maxWaiting the maximum number of requests that wait at one connection
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

  /** Returns a description of the settings, without the token. */
  @Override
  public String toString() {
    return "ConnectionSettings[clientName=" + clientName + ", tls=" + (tls != null) + "]";
  }
}
