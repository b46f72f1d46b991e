package dev.yardmaster.server;

import dev.yardmaster.server.config.LimitOptions;
import dev.yardmaster.server.config.ServerConfig;
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
        config.get(LimitOptions.MAX_FRAME_BYTES),
        config.get(LimitOptions.MAX_IN_FLIGHT_PER_CONNECTION),
        config.get(LimitOptions.MAX_IN_FLIGHT_PER_PRINCIPAL),
        config.get(LimitOptions.MAX_CONNECTIONS),
        config.get(LimitOptions.MAX_CONNECTIONS_PER_PRINCIPAL),
        config.get(LimitOptions.MAX_OPEN_INTERACTIVE_PER_CONNECTION),
        config.get(LimitOptions.MAX_VALUE_BYTES),
        config.get(LimitOptions.MAX_KEYS_PER_TRANSACTION),
        config.get(LimitOptions.MAX_TRANSACTION_BYTES),
        millis(config.get(LimitOptions.HANDSHAKE_TIMEOUT)),
        millis(config.get(LimitOptions.TLS_HANDSHAKE_TIMEOUT)),
        millis(config.get(LimitOptions.IDLE_TIMEOUT)),
        config.get(LimitOptions.OUTBOUND_LOW_BYTES),
        config.get(LimitOptions.OUTBOUND_HIGH_BYTES),
        bounds(config, Runtime.getRuntime().maxMemory()));
  }

  /** Returns the bounds for a process with a heap of this size. */
  static ClientBounds bounds(ServerConfig config, long heapBytes) {
    // A connection must have room for its longest frame, even in a small heap.
    long least = FRAMES_OF_A_CONNECTION * config.get(LimitOptions.MAX_FRAME_BYTES);
    long all =
        Math.max(
            2 * least,
            Math.min(config.get(LimitOptions.HELD_BYTES), heapBytes / SHARE_OF_THE_HEAP));
    long ofPrincipal =
        Math.max(least, Math.min(config.get(LimitOptions.HELD_BYTES_PER_PRINCIPAL), all / 2));
    return new ClientBounds(
        all,
        ofPrincipal,
        Math.min(config.get(LimitOptions.HELD_BYTES_PER_CONNECTION), ofPrincipal),
        millis(config.get(LimitOptions.FRAME_TIMEOUT)),
        config.get(LimitOptions.MAX_NEW_CONNECTIONS_PER_ADDRESS),
        config.get(LimitOptions.MAX_OPEN_INTERACTIVE_PER_PRINCIPAL),
        config.get(LimitOptions.MAX_SNAPSHOTS_PER_PRINCIPAL),
        millis(config.get(LimitOptions.INTERACTIVE_TIMEOUT)),
        millis(config.get(LimitOptions.INTERACTIVE_IDLE_TIMEOUT)));
  }

  private static int millis(Duration duration) {
    return Math.toIntExact(duration.toMillis());
  }
}
