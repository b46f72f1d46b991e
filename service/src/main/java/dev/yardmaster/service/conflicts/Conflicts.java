package dev.yardmaster.service.conflicts;

import java.util.List;

/**
 * The keys and the pairs of procedures with the most recent conflicts, highest count first. A
 * conflict is counted if a run of a transaction was discarded or repeated because of another
 * transaction, or waited for another transaction.
 *
 * <p>A conflict counts 1 when it happens, 1/2 after 10 seconds and 1/4 after 20 seconds. A steady
 * rate of n conflicts per second therefore gives a count of about 14 n. The returned counts are at
 * most about 0.1 seconds old. Each processor (or each worker of an engine) counts conflicts for
 * {@value #WATCHED_KEYS} keys and {@value #WATCHED_PAIRS} pairs. If more keys or pairs have
 * conflicts, the keys or pairs with the fewest conflicts are dropped. The number {@code unseen} of
 * an entry is the maximum number of conflicts that are missing in the entry's count.
 *
 * @param hotKeys the keys with conflicts
 * @param pairs the pairs of procedures with conflicts
 */
public record Conflicts(List<HotKey> hotKeys, List<ProcedurePair> pairs) {

  /** The number of keys for which each processor or worker counts conflicts. */
  public static final int WATCHED_KEYS = 128;

  /** The number of pairs of procedures for which each processor or worker counts conflicts. */
  public static final int WATCHED_PAIRS = 64;

  /** The name of an unknown procedure. */
  public static final String UNKNOWN = "?";

  /** The name for interactive transactions: their logic runs on the caller's side. */
  public static final String INTERACTIVE = "interactive";

  /** Copies the lists, so that the record is immutable. */
  public Conflicts {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
  }
}
