package dev.yardmaster.server.live;

import dev.yardmaster.processor.HotKey;
import dev.yardmaster.processor.ProcedurePair;
import java.util.List;

/**
 * The newest second of a server, and what needs a longer look.
 *
 * @param uptimeS since when its figures are kept, in seconds
 * @param second the newest second
 * @param minute latencies of the last minute
 * @param hotKeys the keys with most conflicts lately, most first
 * @param pairs the pairs of procedures with most conflicts lately, most first
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
