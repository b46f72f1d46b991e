package dev.yardmaster.engine.index;

import java.util.Arrays;

/**
 * The nodes in which a transaction found that keys were missing; as long as they are unchanged,
 * those are. Reused; owned by one worker. (Silo's node set, SOSP 2013, section 4.6.)
 */
public final class NodeSet {

  private Observation[] observations = new Observation[0];
  private int size;

  /** A set of no nodes. */
  public NodeSet() {}

  /** Adds what was seen of a node. */
  public void add(Observation observed) {
    for (int i = 0; i < size; i++) {
      Observation known = observations[i];
      if (known.node == observed.node
          && known.nodeNumber == observed.nodeNumber
          && known.index == observed.index
          && known.version == observed.version) {
        return;
      }
    }
    take().copyFrom(observed);
  }

  private Observation take() {
    if (size == observations.length) {
      observations = Arrays.copyOf(observations, Math.max(8, 2 * size));
      for (int i = size; i < observations.length; i++) {
        observations[i] = new Observation();
      }
    }
    return observations[size++];
  }

  /**
   * The transaction itself has inserted: a node of the set that was as observed up to then is taken
   * to be as it is now.
   */
  public void tookPart(NodeChange change) {
    Observation before = change.before;
    int known = size;
    for (int i = 0; i < known; i++) {
      Observation observed = observations[i];
      if (observed.index == before.index
          && observed.node == before.node
          && observed.nodeNumber == before.nodeNumber
          && observed.version == before.version) {
        observed.version = change.versionAfter;
        if (change.sibling.index != null) {
          take().copyFrom(change.sibling);
        }
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
      observations[i].clear();
    }
    size = 0;
  }
}
