package dev.yardmaster.processor;

import java.util.Map;
import java.util.Objects;

/**
 * A key on which transactions conflicted lately. Counts are rounded; see {@link Conflicts} for how
 * they fade.
 *
 * @param key the key as people write it
 * @param count conflicts on it
 * @param unseen so many more there may have been before it was watched
 * @param kinds the conflicts counted, by how they ended; kinds that did not occur are left out
 */
public record HotKey(String key, long count, long unseen, Map<ConflictKind, Long> kinds) {

  /** Copies the map. */
  public HotKey {
    Objects.requireNonNull(key, "key");
    kinds = Map.copyOf(kinds);
  }
}
