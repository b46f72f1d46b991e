package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.client.time.ClientTime;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** How a client finds its servers, and what it may hold. Immutable. */
public final class ClientConfig {

  private static final NumberSetting CONNECTIONS =
      NumberSetting.of("connections", "connections", 1, 10_000, 1);
  private static final NumberSetting THREADS = NumberSetting.of("threads", "threads", 1, 64, 1);
  private static final NumberSetting MAX_OUTSTANDING =
      NumberSetting.of("maxOutstanding", "transactions", 1, 10_000_000, 100_000);
  private static final String DEFAULT_NAME = "yardmaster-java";
  private static final NumberSetting NAME_LENGTH =
      NumberSetting.of("name.length", "characters", 1, 128, DEFAULT_NAME.length());
  private static final int MAX_PORT = 65_535;

  final List<InetSocketAddress> addresses;
  final int connections;
  final int threads;
  final int maxOutstanding;
  final String name;
  final String token;
  final SslContext tls;
  final Duration connectTimeout;
  final Duration pingInterval;
  final Duration closeTimeout;
  final RetryPolicy retries;
  final boolean exactlyOnce;
  final ClientTime time;
  final RandomGenerator random;

  private ClientConfig(Builder builder) {
    addresses = List.copyOf(builder.addresses);
    connections = builder.connections;
    threads = builder.threads;
    maxOutstanding = builder.maxOutstanding;
    name = builder.name;
    token = builder.token;
    tls = builder.tls;
    connectTimeout = builder.connectTimeout;
    pingInterval = builder.pingInterval;
    closeTimeout = builder.closeTimeout;
    retries = builder.retries;
    exactlyOnce = builder.exactlyOnce;
    time = builder.time;
    random = builder.random;
  }

  /** A client of one address, with all else by default. */
  public static ClientConfig of(String address) {
    return builder().address(address).build();
  }

  /** Begins to describe a client; it needs an address. */
  public static Builder builder() {
    return new Builder();
  }

  /** Addresses and sizes; the token is not shown. */
  @Override
  public String toString() {
    return "ClientConfig[addresses="
        + addresses
        + ", connections="
        + connections
        + ", name="
        + name
        + ", tls="
        + (tls != null)
        + "]";
  }

  /** Describes a client. For one thread. */
  public static final class Builder {

    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private int connections = CONNECTIONS.intDefault();
    private int threads = THREADS.intDefault();
    private int maxOutstanding = MAX_OUTSTANDING.intDefault();
    private String name = DEFAULT_NAME;
    private String token = "";
    private SslContext tls;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration pingInterval = Duration.ofSeconds(10);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private RetryPolicy retries = RetryPolicy.defaults();
    private boolean exactlyOnce;
    private ClientTime time;
    private RandomGenerator random;

    private Builder() {}

    /**
     * A server's address, {@code HOST:PORT}; may be said several times, and then connections are
     * spread over them and go to another when one fails.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if it is none
     */
    public Builder address(String address) {
      int colon = Objects.requireNonNull(address, "address").lastIndexOf(':');
      String port = address.substring(colon + 1);
      if (colon < 1 || !port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > MAX_PORT) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG, "an address is HOST:PORT", "address", address);
      }
      String host = address.substring(0, colon);
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      }
      addresses.add(InetSocketAddress.createUnresolved(host, Integer.parseInt(port)));
      return this;
    }

    /** How many connections are kept; 1 to 10,000, by default 1. */
    public Builder connections(int value) {
      CONNECTIONS.check(value);
      connections = value;
      return this;
    }

    /** Threads that run the connections; 1 to 64, by default 1. */
    public Builder threads(int value) {
      THREADS.check(value);
      threads = value;
      return this;
    }

    /**
     * Most transactions that are submitted and have not ended; what is more is {@link
     * ErrorCode#OVERLOADED}. 1 to 10,000,000, by default 100,000.
     */
    public Builder maxOutstanding(int value) {
      MAX_OUTSTANDING.check(value);
      maxOutstanding = value;
      return this;
    }

    /** What servers write into their logs; 1 to 128 characters. */
    public Builder name(String value) {
      NAME_LENGTH.check(value.length());
      name = value;
      return this;
    }

    /** A bearer token that says who this is; none by default. */
    public Builder token(String value) {
      token = Objects.requireNonNull(value, "token");
      return this;
    }

    /** Certificates that are trusted, and one's own if the server asks; by default no TLS. */
    public Builder tls(SslContext value) {
      tls = value;
      return this;
    }

    /** Within which a connection is open and greeted; 1 ms to 1 hour, by default 5 s. */
    public Builder connectTimeout(Duration value) {
      connectTimeout = inRange("connectTimeout", value);
      return this;
    }

    /**
     * After which a silent server is asked for a sign of life, and after as long again the
     * connection counts as lost; 1 ms to 1 hour, by default 10 s.
     */
    public Builder pingInterval(Duration value) {
      pingInterval = inRange("pingInterval", value);
      return this;
    }

    /** How long {@code close} waits for what is outstanding; 1 ms to 1 hour, by default 5 s. */
    public Builder closeTimeout(Duration value) {
      closeTimeout = inRange("closeTimeout", value);
      return this;
    }

    /** When the client tries again by itself. */
    public Builder retries(RetryPolicy value) {
      retries = Objects.requireNonNull(value, "retries");
      return this;
    }

    /**
     * Whether each transaction without an id is given one, so that it is safe to send it again when
     * a connection is lost in mid-commit. Each then reads and writes one more key at the server. By
     * default false, and such a transaction's outcome is {@link
     * dev.yardmaster.api.Outcome.Unknown}.
     */
    public Builder exactlyOnce(boolean value) {
      exactlyOnce = value;
      return this;
    }

    /** Another time than the machine's; for tests. */
    public Builder time(ClientTime value) {
      time = Objects.requireNonNull(value, "time");
      return this;
    }

    /** Another source of randomness, for delays and ids; for tests. */
    public Builder random(RandomGenerator value) {
      random = Objects.requireNonNull(value, "random");
      return this;
    }

    /**
     * The client as described.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if it has no address
     */
    public ClientConfig build() {
      if (addresses.isEmpty()) {
        throw new YardmasterException(ErrorCode.BAD_CONFIG, "a client needs an address");
      }
      return new ClientConfig(this);
    }

    private static Duration inRange(String option, Duration value) {
      if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(Duration.ofHours(1)) > 0) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG, option + " is 1 ms to 1 hour", option, value);
      }
      return value;
    }
  }
}
