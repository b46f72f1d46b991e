package dev.yardmaster.server.connection;

/** The settings of a test's server. A test changes the settings that it tests. */
final class TestSettings {

  int maxFrameBytes = 1 << 20;
  int maxInFlight = 1000;
  int maxInFlightPerClient = 10_000;
  int maxConnections = 100;
  int maxConnectionsPerClient = 100;
  int maxOpenTransactions = 100;
  int handshakeTimeoutMs = 20_000;
  int idleTimeoutMs = 60_000;
  int unwrittenLowBytes = 1 << 15;
  int unwrittenHighBytes = 1 << 16;
  ClientBounds bounds = ClientBounds.DEFAULTS;

  ConnectionLimits build() {
    return new ConnectionLimits(
        "test",
        maxFrameBytes,
        maxInFlight,
        maxInFlightPerClient,
        maxConnections,
        maxConnectionsPerClient,
        maxOpenTransactions,
        1 << 20,
        100,
        1 << 20,
        handshakeTimeoutMs,
        handshakeTimeoutMs,
        idleTimeoutMs,
        unwrittenLowBytes,
        unwrittenHighBytes,
        bounds);
  }
}
