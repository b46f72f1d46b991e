package dev.yardmaster.server.live;

import dev.yardmaster.processor.HotKey;
import dev.yardmaster.processor.ProcedurePair;
import java.util.List;

/**
 * The figures of a server's newest second, together with figures that cover a longer time.
 *
 * @param uptimeS the number of seconds since the start
 * @param second the newest second
 * @param minute the latencies of the last minute
 * @param hotKeys the keys with the most recent conflicts, in descending order
 * @param pairs the pairs of procedures with the most recent conflicts, in descending order
 */
public record LiveSnapshot(
    long uptimeS,
    LiveSecond second,
    LatencyFigures minute,
    List<HotKey> hotKeys,
    List<ProcedurePair> pairs) {

  /** Copies the lists. */
  public LiveSnapshot {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
  }
}
