package dev.yardmaster.proof.simulator.network;

import java.util.SplittableRandom;

/** One connection: two ends and two directions. */
final class SimulatedConnection {

  final SimulatedChannel server = new SimulatedChannel();
  final Stream toServer;
  final Stream toClient;
  private final SimulatedNetwork network;
  private final SimulatedChannel client;

  /** The time, in ns, until which nothing gets through; {@link Long#MAX_VALUE} for good. */
  private long stalledUntilNs;

  SimulatedConnection(SimulatedNetwork network, SimulatedChannel client) {
    this.network = network;
    this.client = client;
    toServer = new Stream(network, client, server);
    toClient = new Stream(network, server, client);
    client.join(toServer, toClient);
    server.join(toClient, toServer);
  }

  /** Lets nothing through until a time, not even the close of an end. */
  void stall(long untilNs) {
    stalledUntilNs = Math.max(stalledUntilNs, untilNs);
  }

  /** Ends a stall that has an end. */
  void goOn() {
    if (stalledUntilNs < Long.MAX_VALUE) {
      stalledUntilNs = 0;
    }
  }

  boolean isStalled() {
    return network.nowNs() < stalledUntilNs;
  }

  /** Breaks the connection, in both directions. */
  void reset(SplittableRandom random) {
    toServer.reset(random);
    toClient.reset(random);
  }

  boolean isOver() {
    return client.isClosed() && server.isClosed();
  }

  long nextDueNs() {
    long nextNs = Math.min(toServer.nextDueNs(), toClient.nextDueNs());
    return nextNs == Long.MAX_VALUE ? nextNs : Math.max(nextNs, stalledUntilNs);
  }
}
