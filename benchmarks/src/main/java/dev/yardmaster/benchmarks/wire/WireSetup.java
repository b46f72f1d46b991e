package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.workloads.Workload;
import java.util.List;

/**
 * The setup of a comparison of services over the network.
 *
 * @param sides the compared sides, at least one, without duplicates
 * @param connections number of connections of the server's sides and of the echo
 * @param watchConnections number of connections of Redis under WATCH
 * @param luaConnections number of connections of Redis with scripts
 * @param requestBytes length of the echo's messages, including their prefix; 0 for the mean number
 *     of bytes sent to the server for a transaction
 * @param responseBytes length of the echo's answers, including their prefix; 0 for the mean number
 *     of bytes received from the server for a transaction
 * @param concurrency number of outstanding transactions
 */
public record WireSetup(
    Workload workload,
    List<WireSideName> sides,
    int connections,
    int watchConnections,
    int luaConnections,
    int requestBytes,
    int responseBytes,
    int concurrency) {

  /** Copies the list. */
  public WireSetup {
    sides = List.copyOf(sides);
  }

  /** Returns whether the lengths of the echo's messages follow from a measurement at the server. */
  boolean measuresMessages() {
    return requestBytes == 0 || responseBytes == 0;
  }
}
