package dev.yardmaster.engine.index;

import java.util.Arrays;

/**
 * The nodes in which a transaction found that keys were missing; as long as they are unchanged,
 * those are. Reused; owned by one worker. (Silo's node set, SOSP 2013, section 4.6.)
 *
 * <p>Most transactions see few nodes, so the first are simply looked through. Those behind them are
 * found by their node, so that a transaction that sees many pays as much for each.
 */
public final class NodeSet {

  /** So many are looked through. */
  static final int FEW = 16;

  private static final int NONE = -1;

  private Observation[] observations = new Observation[0];
  private int size;

  /** The latest observation in each bucket, and the next in the same one; none of the first few. */
  private int[] buckets = new int[0];

  private int[] next = new int[0];

  /** A set of no nodes. */
  public NodeSet() {}

  /** Adds what was seen of a node. */
  public void add(Observation observed) {
    if (find(observed) == NONE) {
      take(observed);
    }
  }

  /** Where the same node stands with the same version. */
  private int find(Observation observed) {
    int few = Math.min(size, FEW);
    for (int i = 0; i < few; i++) {
      if (isSame(observations[i], observed)) {
        return i;
      }
    }
    return size <= FEW ? NONE : findBehind(observed);
  }

  private int findBehind(Observation observed) {
    for (int i = buckets[bucketOf(observed)]; i != NONE; i = next[i]) {
      if (isSame(observations[i], observed)) {
        return i;
      }
    }
    return NONE;
  }

  private static boolean isSame(Observation known, Observation observed) {
    return known.node == observed.node
        && known.nodeNumber == observed.nodeNumber
        && known.index == observed.index
        && known.version == observed.version;
  }

  private int bucketOf(Observation observed) {
    int hash =
        (System.identityHashCode(observed.node) ^ Long.hashCode(observed.nodeNumber)) * 0x9E3779B1;
    return (hash ^ (hash >>> 15)) & (buckets.length - 1);
  }

  private void take(Observation observed) {
    if (size == observations.length) {
      grow();
    }
    observations[size].copyFrom(observed);
    if (size >= FEW) {
      enter(size);
    }
    size++;
  }

  private void grow() {
    int length = Math.max(FEW, 2 * size);
    observations = Arrays.copyOf(observations, length);
    for (int i = size; i < length; i++) {
      observations[i] = new Observation();
    }
    next = new int[length];
    buckets = new int[2 * length];
    Arrays.fill(buckets, NONE);
    for (int i = FEW; i < size; i++) {
      enter(i);
    }
  }

  private void enter(int position) {
    int bucket = bucketOf(observations[position]);
    next[position] = buckets[bucket];
    buckets[bucket] = position;
  }

  /**
   * The transaction itself has inserted: a node of the set that was as observed up to then is taken
   * to be as it is now.
   */
  public void tookPart(NodeChange change) {
    int known = find(change.before); // there is one at most, since none is added twice
    if (known != NONE) {
      observations[known].version = change.versionAfter;
      if (change.sibling.index != null) {
        take(change.sibling);
      }
    }
  }

  /** How many nodes. */
  public int size() {
    return size;
  }

  /** A node of the set. */
  public Observation get(int index) {
    return observations[index];
  }

  /** Whether all nodes are as they were seen. */
  public boolean isUnchanged() {
    for (int i = 0; i < size; i++) {
      if (!observations[i].isUnchanged()) {
        return false;
      }
    }
    return true;
  }

  /** The highest stamp that a node had when it was seen; 0 if there are none. */
  public long highestStamp() {
    long highest = 0;
    for (int i = 0; i < size; i++) {
      highest = Math.max(highest, observations[i].stamp);
    }
    return highest;
  }

  /** Raises the stamps of all nodes. */
  public void raiseStamps(long stamp) {
    for (int i = 0; i < size; i++) {
      observations[i].raiseStamp(stamp);
    }
  }

  /** Forgets all. */
  public void clear() {
    for (int i = 0; i < size; i++) {
      if (i >= FEW) {
        buckets[bucketOf(observations[i])] = NONE;
      }
      observations[i].clear();
    }
    size = 0;
  }
}
