package dev.yardmaster.processor;

import dev.yardmaster.processor.conflicts.ConflictSketch;
import java.util.List;

/**
 * Where transactions conflicted lately: the keys and the pairs of procedures with most conflicts,
 * most first. A conflict is a run that was discarded, or run again in place, because of another
 * transaction.
 *
 * <p>A conflict counts 1 when it happens, a half after ten seconds, a quarter after twenty; so many
 * conflicts a second show as about fourteen times as many. What is shown is up to a tenth of a
 * second old. Each processor watches {@value ConflictSketch#KEYS} keys and {@value
 * ConflictSketch#PAIRS} pairs; with more, those with few conflicts are lost, and {@code unseen}
 * says how many a shown one may lack.
 *
 * @param hotKeys the keys
 * @param pairs the pairs of procedures
 */
public record Conflicts(List<HotKey> hotKeys, List<ProcedurePair> pairs) {

  /** Stands for a procedure that is not known. */
  public static final String UNKNOWN = "?";

  /** Stands for transactions whose logic runs at their callers. */
  public static final String INTERACTIVE = "interactive";

  /** Copies the lists. */
  public Conflicts {
    hotKeys = List.copyOf(hotKeys);
    pairs = List.copyOf(pairs);
  }
}
