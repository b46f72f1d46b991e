package dev.yardmaster.server;

import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.connection.ClientIdentity;
import dev.yardmaster.server.connection.ConnectionLimits;
import dev.yardmaster.server.security.Principal;
import dev.yardmaster.server.security.Role;
import java.time.Duration;

/** Derives the limits and the identity of a connection from the server's configuration. */
final class ConnectionOptions {

  private static final String SERVER_NAME = "yardmaster";

  private ConnectionOptions() {}

  static ConnectionLimits of(ServerConfig config) {
    return new ConnectionLimits(
        SERVER_NAME,
        config.get(ServerOptions.MAX_FRAME_BYTES),
        config.get(ServerOptions.MAX_IN_FLIGHT_PER_CONNECTION),
        config.get(ServerOptions.MAX_IN_FLIGHT_PER_PRINCIPAL),
        config.get(ServerOptions.MAX_CONNECTIONS),
        config.get(ServerOptions.MAX_CONNECTIONS_PER_PRINCIPAL),
        config.get(ServerOptions.MAX_OPEN_INTERACTIVE_PER_CONNECTION),
        config.get(ServerOptions.MAX_VALUE_BYTES),
        config.get(ServerOptions.MAX_KEYS_PER_TRANSACTION),
        config.get(ServerOptions.MAX_TRANSACTION_BYTES),
        millis(config.get(ServerOptions.HANDSHAKE_TIMEOUT)),
        millis(config.get(ServerOptions.TLS_HANDSHAKE_TIMEOUT)),
        millis(config.get(ServerOptions.IDLE_TIMEOUT)),
        config.get(ServerOptions.OUTBOUND_LOW_BYTES),
        config.get(ServerOptions.OUTBOUND_HIGH_BYTES));
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }

  static ClientIdentity client(Principal principal) {
    return new ClientIdentity(
        principal.name(),
        principal.roles().stream().map(Role::label).sorted().toList(),
        principal.may(Role.READ),
        principal.may(Role.WRITE));
  }
}
