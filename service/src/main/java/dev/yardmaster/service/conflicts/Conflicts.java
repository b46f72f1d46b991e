package dev.yardmaster.service.conflicts;

import java.util.List;

/**
 * The keys and the pairs of procedures with the most recent conflicts, highest count first. A
 * conflict is a run of a transaction that was discarded or repeated because of another transaction,
 * or a wait for another transaction.
 *
 * <p>A conflict counts 1 when it happens, 1/2 after 10 seconds and 1/4 after 20 seconds, so a
 * constant rate of n conflicts a second gives a count of about 14 n. The counts are up to 0.1
 * seconds old. Each processor, and each worker of an engine, watches {@value #WATCHED_KEYS} keys
 * and {@value #WATCHED_PAIRS} pairs. If more keys or pairs have conflicts, the entries with the
 * fewest conflicts are lost. The number {@code unseen} of an entry is the maximum number of
 * conflicts that the entry's count may lack.
 *
 * @param hotKeys the keys with conflicts
 * @param pairs the pairs of procedures with conflicts
 */
public record Conflicts(List<HotKey> hotKeys, List<ProcedurePair> pairs) {

  /** The number of keys that each processor or worker watches. */
  public static final int WATCHED_KEYS = 128;

  /** The number of pairs of procedures that each processor or worker watches. */
  public static final int WATCHED_PAIRS = 64;

  /** The name of an unknown procedure. */
  public static final String UNKNOWN = "?";

  /** The name of transactions whose logic runs at their callers. */
  public static final String INTERACTIVE = "interactive";

  /** Copies the lists, so that the record is immutable. */
  public Conflicts {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
  }
}
