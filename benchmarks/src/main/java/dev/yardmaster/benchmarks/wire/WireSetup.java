package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.benchmarks.workload.Workload;
import java.util.List;

/**
 * The setup of a comparison over the wire.
 *
 * @param sides at least one, all different
 * @param connections of the server's sides and of the echo
 * @param watchConnections of Redis under WATCH
 * @param luaConnections of Redis with scripts
 * @param requestBytes length of the echo's messages, their prefix included; 0 for the mean number
 *     of bytes sent to the server for a transaction
 * @param responseBytes length of the echo's answers; 0 as for {@code requestBytes}
 * @param concurrency transactions outstanding at once
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

  /** Returns whether the lengths of messages are measured at the server. */
  boolean measuresMessages() {
    return requestBytes == 0 || responseBytes == 0;
  }
}
