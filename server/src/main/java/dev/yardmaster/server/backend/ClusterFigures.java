package dev.yardmaster.server.backend;

import java.util.List;

/**
 * What one server knows about its cluster, for operators.
 *
 * @param node the name of this server
 * @param term the highest term that this server has seen
 * @param leads whether this server leads in this term and accepts transactions
 * @param leader the name of the server that leads; null if it is unknown
 * @param leaderAddress the address of the leader for clients, {@code HOST:PORT}; null if it is
 *     unknown
 * @param applied the index of the last entry of the replicated log that this server has applied;
 *     the difference to the leader's index is how far this server is behind
 * @param lastTerm the term of the last entry in this server's log, which it may not have applied
 * @param lastIndex the index of that entry
 * @param leaderChanges the number of terms since the start of this server in which it has known the
 *     leader
 * @param members the servers of the cluster, in the order of their names
 */
public record ClusterFigures(
    String node,
    long term,
    boolean leads,
    String leader,
    String leaderAddress,
    long applied,
    long lastTerm,
    long lastIndex,
    long leaderChanges,
    List<Server> members) {

  /** Copies the list. */
  public ClusterFigures {
    members = List.copyOf(members);
  }

  /**
   * A server of the cluster.
   *
   * @param address the address for the other servers
   * @param clientAddress the address for clients; null if it is unknown
   */
  public record Server(String name, String address, String clientAddress) {}
}
