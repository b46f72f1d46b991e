package dev.yardmaster.proof.checker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The anomalies that one access shows by itself: how many of each kind, and the first of them. */
final class BadAccesses {

  /** No transaction, or no key. */
  static final int NONE = -1;

  /**
   * An access that is bad.
   *
   * @param transaction whose it is
   * @param other who wrote the version, or {@link #NONE}
   * @param key {@link #NONE} if transactions share a commit version
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
