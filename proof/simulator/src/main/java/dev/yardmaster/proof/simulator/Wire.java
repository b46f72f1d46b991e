package dev.yardmaster.proof.simulator;

import dev.yardmaster.client.ClientConfig;
import dev.yardmaster.client.RetryPolicy;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.proof.simulator.network.NetworkConditions;
import dev.yardmaster.server.connection.ConnectionLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The network between a service and its clients, and how both ends are set up.
 *
 * @param conditions what the network does
 * @param clients how many SDK clients there are, which the workload's clients share
 * @param connections of each
 * @param maxOutstanding most transactions that a client has outstanding
 * @param pingIntervalMs after so long without a sign of life a client asks for one
 * @param connectTimeoutMs within which a connection is greeted
 * @param exactlyOnce whether clients give every transaction an id
 * @param maxInFlight most unanswered requests of a connection
 * @param maxOpenTransactions most interactive transactions of a connection
 * @param unwrittenBytes once so many bytes wait for a client, no more is read from it
 */
record Wire(
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

  /** A client's settings. */
  ClientConfig client(ClientTime time, SplittableRandom random) {
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

  /** The server's bounds. */
  ConnectionLimits server() {
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

  /** One line. */
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
