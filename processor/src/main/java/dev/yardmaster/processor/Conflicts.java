package dev.yardmaster.processor;

import dev.yardmaster.processor.conflicts.ConflictSketch;
import java.util.List;

/**
 * Where transactions conflicted recently: the keys and the pairs of procedures with the most
 * conflicts, highest count first. A conflict is a run that was discarded, or run again in place,
 * because of another transaction.
 *
 * <p>A conflict counts 1 when it happens, 1/2 after 10 seconds and 1/4 after 20 seconds, so a
 * constant rate of n conflicts a second shows as about 14 n. The counts are up to 0.1 seconds old.
 * Each processor watches {@value ConflictSketch#KEYS} keys and {@value ConflictSketch#PAIRS} pairs.
 * With more, the entries with the fewest conflicts are lost, and {@code unseen} bounds how many
 * conflicts a shown entry may lack.
 *
 * @param hotKeys the keys
 * @param pairs the pairs of procedures
 */
public record Conflicts(List<HotKey> hotKeys, List<ProcedurePair> pairs) {

  /** The name of an unknown procedure. */
  public static final String UNKNOWN = "?";

  /** The name of transactions whose logic runs at their callers. */
  public static final String INTERACTIVE = "interactive";

  /** Copies the lists. */
  public Conflicts {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
  }
}
