package dev.yardmaster.server.backend;

import java.util.List;

/**
 * The figures of a cluster as one of its servers knows them, for operators.
 *
 * @param node the name of this server
 * @param term the highest term that this server has seen
 * @param leads whether this server leads in this term and accepts transactions
 * @param leader the name of the server that leads; null if it is unknown
 * @param leaderAddress the address of the leader for clients, {@code HOST:PORT}; null if it is
 *     unknown
 * @param applied the index of the last entry of the replicated log that this server has applied;
 *     the difference to the leader's index is the number of entries by which this server is behind
 * @param lastTerm the term of the last entry in this server's log; the server may not have applied
 *     this entry
 * @param lastIndex the index of the last entry in this server's log
 * @param leaderChanges the number of terms since the start of this server for which this server has
 *     known the leader
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
