package dev.yardmaster.service.conflicts.sketch;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.service.conflicts.ConflictKind;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.HotKey;
import dev.yardmaster.service.conflicts.ProcedurePair;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch.Published;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch.WatchedKey;
import dev.yardmaster.service.conflicts.sketch.ConflictSketch.WatchedPair;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up the conflict counts that several sketches have published. Only one thread may use an
 * instance.
 */
public final class ConflictSummary {

  private static final ConflictKind[] KINDS = ConflictKind.values();

  private record PairOfNumbers(int procedure, int other) {}

  private final Map<Key, WatchedKey> keys = new HashMap<>();
  private final Map<PairOfNumbers, WatchedPair> pairs = new HashMap<>();

  /** Adds the counts of a sketch. */
  public void add(Published published) {
    for (WatchedKey key : published.keys()) {
      keys.merge(key.key, key, WatchedKey::plus);
    }
    for (WatchedPair pair : published.pairs()) {
      pairs.merge(new PairOfNumbers(pair.procedure(), pair.other()), pair, ConflictSummary::sum);
    }
  }

  private static WatchedPair sum(WatchedPair one, WatchedPair another) {
    return new WatchedPair(
        one.procedure(),
        one.other(),
        one.count() + another.count(),
        one.unseen() + another.unseen());
  }

  /**
   * Returns all conflicts with a count above 0, highest count first. Conflicts with the same count
   * are ordered by name.
   */
  public Conflicts conflicts(ProcedureNames names) {
    List<HotKey> hotKeys =
        keys.values().stream()
            .map(ConflictSummary::hotKey)
            .filter(key -> key.count() > 0)
            .sorted(Comparator.comparingLong(HotKey::count).reversed().thenComparing(HotKey::key))
            .toList();
    List<ProcedurePair> procedures =
        pairs.values().stream()
            .map(pair -> procedurePair(pair, names))
            .filter(pair -> pair.count() > 0)
            .sorted(
                Comparator.comparingLong(ProcedurePair::count)
                    .reversed()
                    .thenComparing(ProcedurePair::procedure)
                    .thenComparing(ProcedurePair::other))
            .toList();
    return new Conflicts(hotKeys, procedures);
  }

  private static HotKey hotKey(WatchedKey watched) {
    Map<ConflictKind, Long> kinds = new EnumMap<>(ConflictKind.class);
    double count = 0;
    for (ConflictKind kind : KINDS) {
      double ofKind = count(watched, kind);
      count += ofKind;
      long rounded = Math.round(ofKind);
      if (rounded > 0) {
        kinds.put(kind, rounded);
      }
    }
    return new HotKey(watched.key.toString(), Math.round(count), Math.round(watched.unseen), kinds);
  }

  private static double count(WatchedKey key, ConflictKind kind) {
    return switch (kind) {
      case VICTIM -> key.count(AbortCause.VICTIM);
      case PRE_VALIDATION -> key.count(AbortCause.PRE_VALIDATION);
      case VALIDATION -> key.count(AbortCause.VALIDATION);
      case RANGE -> key.count(AbortCause.RANGE);
      case TRUNCATED -> key.count(AbortCause.TRUNCATED);
      case REPAIRED -> key.repaired();
      case WAITED -> key.waited();
    };
  }

  private static ProcedurePair procedurePair(WatchedPair watched, ProcedureNames names) {
    return new ProcedurePair(
        names.get(watched.procedure()),
        names.get(watched.other()),
        Math.round(watched.count()),
        Math.round(watched.unseen()));
  }
}
