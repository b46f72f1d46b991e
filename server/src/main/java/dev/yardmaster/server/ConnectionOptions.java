package dev.yardmaster.server;

import dev.yardmaster.server.config.ServerConfig;
import dev.yardmaster.server.config.ServerOptions;
import dev.yardmaster.server.connection.ClientBounds;
import dev.yardmaster.server.connection.ConnectionLimits;
import java.time.Duration;

/** Derives the limits of connections from the server's configuration. */
final class ConnectionOptions {

  private static final String SERVER_NAME = "yardmaster";

  private static final long FRAMES_OF_A_CONNECTION = 4;
  private static final long SHARE_OF_THE_HEAP = 4;

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
        config.get(ServerOptions.OUTBOUND_HIGH_BYTES),
        bounds(config, Runtime.getRuntime().maxMemory()));
  }

  /** Returns the bounds for a process with a heap of this length. */
  static ClientBounds bounds(ServerConfig config, long heapBytes) {
    // A connection must have room for its longest frame, even in a small heap.
    long least = FRAMES_OF_A_CONNECTION * config.get(ServerOptions.MAX_FRAME_BYTES);
    long all =
        Math.max(
            2 * least,
            Math.min(config.get(ServerOptions.HELD_BYTES), heapBytes / SHARE_OF_THE_HEAP));
    long ofPrincipal =
        Math.max(least, Math.min(config.get(ServerOptions.HELD_BYTES_PER_PRINCIPAL), all / 2));
    return new ClientBounds(
        all,
        ofPrincipal,
        Math.min(config.get(ServerOptions.HELD_BYTES_PER_CONNECTION), ofPrincipal),
        millis(config.get(ServerOptions.FRAME_TIMEOUT)),
        config.get(ServerOptions.MAX_NEW_CONNECTIONS_PER_ADDRESS),
        config.get(ServerOptions.MAX_OPEN_INTERACTIVE_PER_PRINCIPAL),
        config.get(ServerOptions.MAX_SNAPSHOTS_PER_PRINCIPAL),
        millis(config.get(ServerOptions.INTERACTIVE_TIMEOUT)),
        millis(config.get(ServerOptions.INTERACTIVE_IDLE_TIMEOUT)));
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
