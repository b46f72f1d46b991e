package dev.yardmaster.proof.checker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * The anomalies that are visible in a single access (a read or a write), without a cycle. For each
 * kind of anomaly, the object has the number of occurrences and the first examples.
 */
@NullUnmarked // Internal: fields and results may be null.
final class BadAccesses {

  /** The value in place of a transaction or a key if there is none. */
  static final int NONE = -1;

  /**
   * An access that is an anomaly.
   *
   * @param transaction the transaction of the access
   * @param other the transaction that wrote the version; {@link #NONE} if there is none
   * @param key the key; {@link #NONE} if the anomaly consists of two transactions with the same
   *     commit version
   */
  record BadAccess(int transaction, int other, int key, long version) {}

  private final int examples;
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final Map<AnomalyKind, List<BadAccess>> first = new EnumMap<>(AnomalyKind.class);

  BadAccesses(int examples) {
    this.examples = examples;
  }

  void add(AnomalyKind kind, int transaction, int other, int key, long version) {
    counts.merge(kind, 1L, Long::sum);
    List<BadAccess> known = first.computeIfAbsent(kind, unused -> new ArrayList<>());
    if (known.size() < examples) {
      known.add(new BadAccess(transaction, other, key, version));
    }
  }

  Map<AnomalyKind, Long> counts() {
    return counts;
  }

  List<BadAccess> first(AnomalyKind kind) {
    return first.get(kind);
  }
}
