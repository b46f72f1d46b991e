package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
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

  private static final int MAX_CONNECTIONS = 10_000;
  private static final int MAX_THREADS = 64;
  private static final int MAX_OUTSTANDING = 10_000_000;
  private static final int MAX_PORT = 65_535;

  private final List<InetSocketAddress> addresses;
  private final int connections;
  private final int threads;
  private final int maxOutstanding;
  private final String name;
  private final String token;
  private final SslContext tls;
  private final Duration connectTimeout;
  private final Duration pingInterval;
  private final Duration closeTimeout;
  private final RetryPolicy retries;
  private final boolean exactlyOnce;
  private final ClientTime time;
  private final RandomGenerator random;

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

  List<InetSocketAddress> addresses() {
    return addresses;
  }

  int connections() {
    return connections;
  }

  int threads() {
    return threads;
  }

  int maxOutstanding() {
    return maxOutstanding;
  }

  String name() {
    return name;
  }

  String token() {
    return token;
  }

  SslContext tls() {
    return tls;
  }

  Duration connectTimeout() {
    return connectTimeout;
  }

  Duration pingInterval() {
    return pingInterval;
  }

  Duration closeTimeout() {
    return closeTimeout;
  }

  RetryPolicy retries() {
    return retries;
  }

  boolean exactlyOnce() {
    return exactlyOnce;
  }

  ClientTime time() {
    return time;
  }

  RandomGenerator random() {
    return random;
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
    private int connections = 1;
    private int threads = 1;
    private int maxOutstanding = 100_000;
    private String name = "yardmaster-java";
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
      connections = inRange("connections", value, 1, MAX_CONNECTIONS);
      return this;
    }

    /** Threads that run the connections; 1 to 64, by default 1. */
    public Builder threads(int value) {
      threads = inRange("threads", value, 1, MAX_THREADS);
      return this;
    }

    /**
     * Most transactions that are submitted and have not ended; what is more is {@link
     * ErrorCode#OVERLOADED}. 1 to 10,000,000, by default 100,000.
     */
    public Builder maxOutstanding(int value) {
      maxOutstanding = inRange("maxOutstanding", value, 1, MAX_OUTSTANDING);
      return this;
    }

    /** What servers write into their logs; 1 to 128 characters. */
    public Builder name(String value) {
      inRange("name.length", value.length(), 1, 128);
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

    private static int inRange(String option, int value, int least, int most) {
      if (value < least || value > most) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG, option + " is " + least + " to " + most, option, value);
      }
      return value;
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
