package dev.yardmaster.processor;

import java.util.Map;
import java.util.Objects;

/**
 * A key on which transactions conflicted recently. Counts are rounded; {@link Conflicts} says how
 * they decay.
 *
 * @param key the key in readable form
 * @param count conflicts on it
 * @param unseen most conflicts that may have happened before the key was watched
 * @param kinds the counted conflicts by how they ended; kinds without a conflict are left out
 */
public record HotKey(String key, long count, long unseen, Map<ConflictKind, Long> kinds) {

  /** Copies the map. */
  public HotKey {
    Objects.requireNonNull(key, "key");
    kinds = Map.copyOf(kinds);
  }
}
