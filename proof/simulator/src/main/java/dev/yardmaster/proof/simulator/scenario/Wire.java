package dev.yardmaster.proof.simulator.scenario;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.proof.simulator.network.NetworkConditions;
import dev.yardmaster.server.connection.ConnectionLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The settings of the network between a service and its clients, and the network settings of the
 * service and of the clients.
 *
 * @param conditions the behaviour of the network
 * @param clients number of SDK clients; the workload's clients share them
 * @param connections number of connections of each client
 * @param maxOutstanding upper bound of a client's outstanding transactions
 * @param pingIntervalMs time without received bytes after which a client sends a ping, in ms
 * @param connectTimeoutMs time within which the server must answer a new connection, in ms
 * @param exactlyOnce whether clients give every transaction an id
 * @param maxInFlight upper bound of a connection's unanswered requests
 * @param maxOpenTransactions upper bound of a connection's interactive transactions
 * @param unwrittenBytes when this number of bytes waits to be sent to a client, the server stops
 *     reading from the client
 */
public record Wire(
    NetworkConditions conditions,
    int clients,
    int connections,
    int maxOutstanding,
    int pingIntervalMs,
    int connectTimeoutMs,
    boolean exactlyOnce,
    int maxInFlight,
    int maxOpenTransactions,
    int unwrittenBytes) {

  private static final int MAX_FRAME_BYTES = 1 << 20;

  static Wire draw(SplittableRandom random) {
    return new Wire(
        NetworkConditions.draw(random),
        1 + random.nextInt(3),
        1 + random.nextInt(3),
        random.nextInt(4) == 0 ? 1 + random.nextInt(16) : 1_000,
        2 + random.nextInt(100),
        5 + random.nextInt(200),
        random.nextInt(3) == 0,
        random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 256,
        random.nextInt(4) == 0 ? 1 : 64,
        256 << random.nextInt(8));
  }

  /** Returns the settings of a client. */
  public ClientConfig client(ClientTime time, SplittableRandom random) {
    return ClientConfig.builder()
        .address("simulated:1")
        .connections(connections)
        .maxOutstanding(maxOutstanding)
        .pingInterval(Duration.ofMillis(pingIntervalMs))
        .connectTimeout(Duration.ofMillis(connectTimeoutMs))
        .closeTimeout(Duration.ofSeconds(10))
        .retries(RetryPolicy.defaults().withMaxAttempts(Integer.MAX_VALUE).withDelaysMs(1, 50))
        .exactlyOnce(exactlyOnce)
        .time(time)
        .random(random)
        .build();
  }

  /** Returns the server's bounds for a connection. */
  public ConnectionLimits server() {
    return new ConnectionLimits(
        "simulated",
        MAX_FRAME_BYTES,
        maxInFlight,
        4 * maxInFlight,
        64,
        64,
        maxOpenTransactions,
        1 << 16,
        1 << 10,
        1 << 20,
        connectTimeoutMs,
        connectTimeoutMs,
        4 * pingIntervalMs,
        unwrittenBytes / 2,
        unwrittenBytes);
  }

  /** Returns a line that describes the network and its settings. */
  String inWords() {
    return String.format(
        Locale.ROOT,
        "%d clients with %d connections each%s; %s",
        clients,
        connections,
        exactlyOnce ? ", an id for every transaction" : "",
        conditions.inWords());
  }
}
