package dev.yardmaster.server.live;

import dev.yardmaster.engine.service.PartitionFigures;
import dev.yardmaster.server.backend.ClusterFigures;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import java.util.List;

/**
 * The figures of a server's newest second, together with figures that cover a longer time.
 *
 * @param uptimeS the number of seconds since the start
 * @param second the newest second
 * @param minute the latencies of the last minute
 * @param hotKeys the keys with the most recent conflicts, in descending order
 * @param pairs the pairs of procedures with the most recent conflicts, in descending order
 * @param openTransactions the clients with the most open interactive transactions, in descending
 *     order
 * @param bytesHeld the bytes that the server holds for its clients
 * @param partitions the protocols of the partitions of the keys; null if the protocol is not chosen
 *     for each partition
 * @param cluster what the server knows about its cluster; null if the server belongs to no cluster
 */
public record LiveSnapshot(
    long uptimeS,
    LiveSecond second,
    LatencyFigures minute,
    List<HotKey> hotKeys,
    List<ProcedurePair> pairs,
    List<OpenTransactionsOfClient> openTransactions,
    long bytesHeld,
    PartitionFigures partitions,
    ClusterFigures cluster) {

  /**
   * Copies the lists. A server of an earlier version sends no open transactions, so the list may be
   * null.
   */
  public LiveSnapshot {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
    openTransactions = openTransactions == null ? List.of() : List.copyOf(openTransactions);
  }

  /** Returns the same figures with the given state of the cluster. */
  LiveSnapshot with(ClusterFigures present) {
    return new LiveSnapshot(
        uptimeS, second, minute, hotKeys, pairs, openTransactions, bytesHeld, partitions, present);
  }
}
