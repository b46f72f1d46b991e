package dev.yardmaster.service.conflicts;

import java.util.Map;
import java.util.Objects;

/**
 * A key on which transactions conflicted recently. Counts are rounded; {@link Conflicts} describes
 * how counts decay.
 *
 * @param key the key in readable form
 * @param count the decayed number of conflicts on the key
 * @param unseen the maximum number of conflicts that may have happened before the key was counted
 * @param kinds the counted conflicts by kind; kinds without conflicts are omitted
 */
public record HotKey(String key, long count, long unseen, Map<ConflictKind, Long> kinds) {

  /** Copies the map, so that the record is immutable. */
  public HotKey {
    Objects.requireNonNull(key, "key");
    kinds = Map.copyOf(kinds);
  }
}
