package dev.yardmaster.server.config;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.service.ServiceNumbers;
import java.time.Duration;

/** The limits and timeouts of the server, which are part of {@link ServerOptions}. */
public final class LimitOptions {

  static final OptionTable TABLE = new OptionTable();

  /** The maximum number of open connections. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS =
      TABLE.option(
          "limits.maxConnections",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Maximum number of open connections; a further connection gets OVERLOADED and is"
              + " closed.");

  /** The maximum number of open connections of a principal. */
  public static final ConfigOption<Integer> MAX_CONNECTIONS_PER_PRINCIPAL =
      TABLE.option(
          "limits.maxConnectionsPerPrincipal",
          OptionTypes.number(1, 1_000_000),
          "10000",
          "Maximum number of open connections of one principal; a further connection gets"
              + " OVERLOADED and is closed.");

  /** The maximum number of unanswered requests of a connection. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_CONNECTION =
      TABLE.option(
          "limits.maxInFlightPerConnection",
          OptionTypes.number(1, 1_000_000),
          "4096",
          "Maximum number of unanswered requests of one connection; a further request gets"
              + " OVERLOADED.");

  /** The maximum number of unanswered requests of a principal. */
  public static final ConfigOption<Integer> MAX_IN_FLIGHT_PER_PRINCIPAL =
      TABLE.option(
          "limits.maxInFlightPerPrincipal",
          OptionTypes.number(1, 10_000_000),
          "100000",
          "Maximum number of unanswered requests of one principal; a further request gets"
              + " OVERLOADED.");

  /** The longest frame. */
  public static final ConfigOption<Integer> MAX_FRAME_BYTES =
      TABLE.option(
          "limits.maxFrameBytes",
          OptionTypes.length(1 << 16, 1 << 30),
          "8MiB",
          "Maximum length of a frame in either direction; at least maxTransactionBytes plus"
              + " 64KiB, and maxValueBytes plus 64KiB.");

  /** The longest value. */
  public static final ConfigOption<Integer> MAX_VALUE_BYTES =
      TABLE.length("limits.", ServiceNumbers.MAX_VALUE_BYTES);

  /** The maximum number of keys of a transaction. */
  public static final ConfigOption<Integer> MAX_KEYS_PER_TRANSACTION =
      TABLE.number("limits.", ServiceNumbers.MAX_KEYS_PER_TRANSACTION);

  /** The maximum number of written bytes of a transaction. */
  public static final ConfigOption<Integer> MAX_TRANSACTION_BYTES =
      TABLE.length("limits.", ServiceNumbers.MAX_TRANSACTION_BYTES.withDefault(4 << 20));

  /** The maximum memory of all data. */
  public static final ConfigOption<Long> MAX_DATA_BYTES =
      TABLE.size("limits.", ServiceNumbers.MAX_DATA_BYTES);

  /** The maximum number of open interactive transactions in an engine. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE =
      TABLE.option(
          "limits.maxOpenInteractive",
          OptionTypes.number(1, EngineConfig.INTERACTIVE.most()),
          String.valueOf(EngineConfig.INTERACTIVE.byDefault()),
          EngineConfig.INTERACTIVE.description());

  /** The maximum number of open interactive transactions of a connection. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE_PER_CONNECTION =
      TABLE.option(
          "limits.maxOpenInteractivePerConnection",
          OptionTypes.number(1, 100_000),
          "256",
          "Maximum number of open interactive transactions of one connection; a further"
              + " transaction gets OVERLOADED.");

  /** The maximum number of open interactive transactions of a principal. */
  public static final ConfigOption<Integer> MAX_OPEN_INTERACTIVE_PER_PRINCIPAL =
      TABLE.option(
          "limits.maxOpenInteractivePerPrincipal",
          OptionTypes.number(1, 100_000),
          "200",
          "Maximum number of open interactive transactions of one principal; a further "
              + "transaction gets OVERLOADED. Less than pipeline.concurrency leaves room "
              + "for other principals.");

  /** The maximum number of open snapshots of a principal. */
  public static final ConfigOption<Integer> MAX_SNAPSHOTS_PER_PRINCIPAL =
      TABLE.option(
          "limits.maxSnapshotsPerPrincipal",
          OptionTypes.number(1, 65_536),
          "16",
          "Maximum number of open read-only snapshots of one principal; a further snapshot gets "
              + "OVERLOADED. Less than pipeline.maxSnapshots leaves room for other principals.");

  /** The maximum number of connections from one address that have not identified their clients. */
  public static final ConfigOption<Integer> MAX_NEW_CONNECTIONS_PER_ADDRESS =
      TABLE.option(
          "limits.maxNewConnectionsPerAddress",
          OptionTypes.number(1, 1_000_000),
          "1000",
          "Maximum number of connections from one address whose clients have not identified "
              + "themselves yet; a further connection gets OVERLOADED and is closed.");

  /** The maximum number of bytes that the server holds for all clients. */
  public static final ConfigOption<Long> HELD_BYTES =
      TABLE.option(
          "limits.heldBytes",
          OptionTypes.size(1 << 20, 1L << 40),
          "256MiB",
          "Maximum number of bytes that the server holds for all clients: unfinished frames, requests,"
              + " values of interactive transactions, and answers. The server uses at most a"
              + " quarter of its heap.");

  /** The maximum number of bytes that the server holds for a principal. */
  public static final ConfigOption<Long> HELD_BYTES_PER_PRINCIPAL =
      TABLE.option(
          "limits.heldBytesPerPrincipal",
          OptionTypes.size(1 << 20, 1L << 40),
          "128MiB",
          "Maximum number of bytes that the server holds for one principal; a request that needs more gets"
              + " OVERLOADED. The server uses at most half of the bytes for all clients.");

  /** The maximum number of bytes that the server holds for a connection. */
  public static final ConfigOption<Long> HELD_BYTES_PER_CONNECTION =
      TABLE.option(
          "limits.heldBytesPerConnection",
          OptionTypes.size(1 << 20, 1L << 40),
          "64MiB",
          "Maximum number of bytes that the server holds for one connection; a request that needs more"
              + " gets OVERLOADED. At least four times maxFrameBytes.");

  /** The number of unwritten bytes at which the server stops reading from a connection. */
  public static final ConfigOption<Integer> OUTBOUND_HIGH_BYTES =
      TABLE.option(
          "limits.outboundHighBytes",
          OptionTypes.length(1 << 10, 1 << 30),
          "1MiB",
          "Length of a client's pending answers at which the server stops reading from the"
              + " client.");

  /** The number of unwritten bytes at which the server resumes reading from a connection. */
  public static final ConfigOption<Integer> OUTBOUND_LOW_BYTES =
      TABLE.option(
          "limits.outboundLowBytes",
          OptionTypes.length(0, 1 << 30),
          "256KiB",
          "Length of a client's pending answers at which the server resumes reading; below"
              + " outboundHighBytes.");

  /** The timeout of the handshake. */
  public static final ConfigOption<Duration> HANDSHAKE_TIMEOUT =
      TABLE.option(
          "timeouts.handshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest time from the opening of a connection to the client's first frame; then the"
              + " connection is closed.");

  /** The timeout of the TLS handshake. */
  public static final ConfigOption<Duration> TLS_HANDSHAKE_TIMEOUT =
      TABLE.option(
          "timeouts.tlsHandshake",
          OptionTypes.duration("10ms", "10m"),
          "10s",
          "Longest time of a TLS handshake; then the connection is closed.");

  /** The timeout of idle connections. */
  public static final ConfigOption<Duration> IDLE_TIMEOUT =
      TABLE.option(
          "timeouts.idle",
          OptionTypes.duration("0", "24h"),
          "5m",
          "The server closes a connection if its client sends no byte for this time; 0 for never.");

  /** The timeout of an unfinished frame. */
  public static final ConfigOption<Duration> FRAME_TIMEOUT =
      TABLE.option(
          "timeouts.frame",
          OptionTypes.duration("10ms", "1h"),
          "30s",
          "Longest time from the first byte of a frame to its last byte; then the "
              + "connection is closed.");

  /** The maximum duration of an interactive transaction. */
  public static final ConfigOption<Duration> INTERACTIVE_TIMEOUT =
      TABLE.option(
          "timeouts.interactive",
          OptionTypes.duration("1ms", "24h"),
          "10m",
          "Longest interactive transaction; a client may request a shorter time.");

  /** The timeout of an idle interactive transaction. */
  public static final ConfigOption<Duration> INTERACTIVE_IDLE_TIMEOUT =
      TABLE.option(
          "timeouts.interactiveIdle",
          OptionTypes.duration("1ms", "24h"),
          "1m",
          "An interactive transaction whose client sends no step for this time is ended.");

  /** The time for which an interactive transaction keeps its locks in an engine. */
  public static final ConfigOption<Duration> INTERACTIVE_STEP_TIMEOUT =
      TABLE.duration("timeouts.interactiveStep", EngineConfig.STEP_TIMEOUT);

  /** The timeout of a drain. */
  public static final ConfigOption<Duration> DRAIN_TIMEOUT =
      TABLE.option(
          "timeouts.drain",
          OptionTypes.duration("0", "1h"),
          "10s",
          "Longest time for which a stopping server waits for the transactions in flight.");

  private LimitOptions() {}
}
