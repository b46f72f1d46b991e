package dev.yardmaster.engine.index;

import java.util.Arrays;

/**
 * The nodes of indexes in which a transaction has found keys missing (Silo's node set, SOSP 2013,
 * section 4.6). If the nodes are unchanged, the keys are still missing. A node set is reused, and
 * one worker owns it.
 *
 * <p>Most transactions observe few nodes. The set searches the first {@link #FEW} nodes linearly.
 * It uses a hash table for further nodes, so that the cost for each node stays constant.
 */
public final class NodeSet {

  static final int FEW = 16;

  private static final int NONE = -1;

  private Observation[] observations = new Observation[0];
  private int size;

  /**
   * The latest observation in each hash bucket of this set. The array {@code next} links each
   * observation to the previous observation in the same hash bucket. The first {@link #FEW}
   * observations are in no hash bucket.
   */
  private int[] buckets = new int[0];

  private int[] next = new int[0];

  /** Creates an empty set. */
  public NodeSet() {}

  /** Adds an observed node, unless the set already contains the node with the same version. */
  public void add(Observation observed) {
    if (find(observed) == NONE) {
      take(observed);
    }
  }

  /**
   * Returns the position of an observation of the same node with the same version, or a negative
   * number if there is none.
   */
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
   * Updates the set after an insertion by the same transaction. Without this update, the
   * transaction's own insertion would make its validation fail. If the set contains the node with
   * its version before the insertion, the observation gets the version after the insertion.
   */
  public void tookPart(NodeChange change) {
    int known = find(change.before); // No node is in the set twice.
    if (known != NONE) {
      observations[known].version = change.versionAfter;
      if (change.sibling.index != null) {
        take(change.sibling);
      }
    }
  }

  /** Returns the number of nodes. */
  public int size() {
    return size;
  }

  /** Returns a node of the set. */
  public Observation get(int index) {
    return observations[index];
  }

  /** Returns whether every node still has its observed version. */
  public boolean isUnchanged() {
    for (int i = 0; i < size; i++) {
      if (!observations[i].isUnchanged()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the highest stamp that a node had when it was observed; 0 for an empty set. */
  public long highestStamp() {
    long highest = 0;
    for (int i = 0; i < size; i++) {
      highest = Math.max(highest, observations[i].stamp);
    }
    return highest;
  }

  /** Raises the stamps of all nodes of the set to at least the given stamp. */
  public void raiseStamps(long stamp) {
    for (int i = 0; i < size; i++) {
      observations[i].raiseStamp(stamp);
    }
  }

  /** Removes all nodes. */
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
