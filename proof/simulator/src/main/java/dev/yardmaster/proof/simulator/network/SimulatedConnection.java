package dev.yardmaster.proof.simulator.network;

import java.util.SplittableRandom;

/** One simulated connection with two ends and two directions. */
final class SimulatedConnection {

  final SimulatedChannel server = new SimulatedChannel();
  final Stream toServer;
  final Stream toClient;
  private final SimulatedNetwork network;
  private final SimulatedChannel client;

  /**
   * The time, in ns, before which no bytes are delivered; {@link Long#MAX_VALUE} if no bytes will
   * be delivered again.
   */
  private long stalledUntilNs;

  SimulatedConnection(SimulatedNetwork network, SimulatedChannel client) {
    this.network = network;
    this.client = client;
    toServer = new Stream(network, client, server);
    toClient = new Stream(network, server, client);
    client.join(toServer, toClient);
    server.join(toClient, toServer);
  }

  /**
   * Stalls the connection until the given time: neither bytes nor the close of an end are
   * delivered.
   */
  void stall(long untilNs) {
    stalledUntilNs = Math.max(stalledUntilNs, untilNs);
  }

  /** Ends the stall, unless it lasts forever. */
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

  /** Returns whether both ends are closed, and the server's handlers have been notified. */
  boolean isOver() {
    return client.isClosed() && server.isReleased();
  }

  long nextDueNs() {
    long nextNs = Math.min(toServer.nextDueNs(), toClient.nextDueNs());
    return nextNs == Long.MAX_VALUE ? nextNs : Math.max(nextNs, stalledUntilNs);
  }
}
