package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.setting.NumberSetting;
import dev.yardmaster.client.connection.ServerAddress;
import dev.yardmaster.client.time.ClientTime;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The addresses of a client's servers, and its limits. Instances are immutable. */
public final class ClientConfig {

  private static final NumberSetting CONNECTIONS =
      NumberSetting.of("connections", "connections", 1, 10_000, 1);
  private static final NumberSetting THREADS = NumberSetting.of("threads", "threads", 1, 64, 1);
  private static final NumberSetting MAX_OUTSTANDING =
      NumberSetting.of("maxOutstanding", "transactions", 1, 10_000_000, 100_000);
  private static final String DEFAULT_NAME = "yardmaster-java";
  private static final NumberSetting NAME_LENGTH =
      NumberSetting.of("name.length", "characters", 1, 128, DEFAULT_NAME.length());

  final List<InetSocketAddress> addresses;
  final int connections;
  final int threads;
  final int maxOutstanding;
  final String name;
  final String token;
  final @Nullable SslContext tls;
  final Duration connectTimeout;
  final Duration pingInterval;
  final Duration closeTimeout;
  final RetryPolicy retries;
  final boolean exactlyOnce;
  final @Nullable ClientTime time;
  final @Nullable RandomGenerator random;

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

  /** Returns the configuration for one address. All other settings have their defaults. */
  public static ClientConfig of(String address) {
    return builder().address(address).build();
  }

  /** Returns a builder without an address. At least one address must be added. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the addresses and the sizes, but not the token. */
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

  /** Builds a configuration. Only one thread may use a builder. */
  public static final class Builder {

    private final List<InetSocketAddress> addresses = new ArrayList<>();
    private int connections = CONNECTIONS.intDefault();
    private int threads = THREADS.intDefault();
    private int maxOutstanding = MAX_OUTSTANDING.intDefault();
    private String name = DEFAULT_NAME;
    private String token = "";
    private @Nullable SslContext tls;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration pingInterval = Duration.ofSeconds(10);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private RetryPolicy retries = RetryPolicy.defaults();
    private boolean exactlyOnce;
    private @Nullable ClientTime time;
    private @Nullable RandomGenerator random;

    private Builder() {}

    /**
     * Adds a server's address, {@code HOST:PORT}. The client connects to each address, and
     * distributes its requests over the connections that accept requests. In a cluster, only the
     * leader accepts requests. If the servers announce a leader with another address, the client
     * also connects to this address.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the address is malformed
     */
    public Builder address(String address) {
      addresses.add(ServerAddress.parse(Objects.requireNonNull(address, "address")));
      return this;
    }

    /** Sets the number of connections to each address; 1 to 10,000, by default 1. */
    public Builder connections(int value) {
      CONNECTIONS.check(value);
      connections = value;
      return this;
    }

    /** Sets the number of threads that run the connections; 1 to 64, by default 1. */
    public Builder threads(int value) {
      THREADS.check(value);
      threads = value;
      return this;
    }

    /**
     * Sets the maximum number of outstanding transactions (submitted and not ended); 1 to
     * 10,000,000, by default 100,000. If the maximum is reached, a further transaction ends with
     * {@link ErrorCode#OVERLOADED}.
     */
    public Builder maxOutstanding(int value) {
      MAX_OUTSTANDING.check(value);
      maxOutstanding = value;
      return this;
    }

    /** Sets the client's name in the servers' logs; 1 to 128 characters. */
    public Builder name(String value) {
      NAME_LENGTH.check(value.length());
      name = value;
      return this;
    }

    /** Sets the bearer token that identifies the client; by default the client sends no token. */
    public Builder token(String value) {
      token = Objects.requireNonNull(value, "token");
      return this;
    }

    /**
     * Sets the TLS context, with the trusted certificates and, if the server requests it, the
     * client's own certificate; by default no TLS.
     */
    public Builder tls(SslContext value) {
      tls = value;
      return this;
    }

    /**
     * Sets the maximum time until a connection is open and the server's greeting has arrived; 1 ms
     * to 1 hour, by default 5 s.
     */
    public Builder connectTimeout(Duration value) {
      connectTimeout = inRange("connectTimeout", value);
      return this;
    }

    /**
     * Sets the silence of the server after which the client sends a ping; 1 ms to 1 hour, by
     * default 10 s. If no byte arrives within the same time after the ping, the client treats the
     * connection as lost.
     */
    public Builder pingInterval(Duration value) {
      pingInterval = inRange("pingInterval", value);
      return this;
    }

    /**
     * Sets the maximum time for which {@code close} waits for outstanding transactions; 1 ms to 1
     * hour, by default 5 s.
     */
    public Builder closeTimeout(Duration value) {
      closeTimeout = inRange("closeTimeout", value);
      return this;
    }

    /** Sets the policy of retries. */
    public Builder retries(RetryPolicy value) {
      retries = Objects.requireNonNull(value, "retries");
      return this;
    }

    /**
     * Sets whether the client gives an id to each transaction without an id; false by default. If a
     * connection is lost during the commit of a transaction with an id, the client can safely send
     * the transaction again. If the transaction has no id, its outcome is {@link
     * dev.yardmaster.api.Outcome.Unknown} in this case. The cost of an id is that the transaction
     * reads and writes one additional key at the server.
     */
    public Builder exactlyOnce(boolean value) {
      exactlyOnce = value;
      return this;
    }

    /** Sets a clock that replaces the machine's clock, for tests. */
    public Builder time(ClientTime value) {
      time = Objects.requireNonNull(value, "time");
      return this;
    }

    /** Sets the source of random numbers for delays and ids, for tests. */
    public Builder random(RandomGenerator value) {
      random = Objects.requireNonNull(value, "random");
      return this;
    }

    /**
     * Builds the configuration.
     *
     * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if there is no address
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
