package dev.yardmaster.engine.index;

/**
 * A node of an index, with the version and stamp that a thread observed. Reused; owned by one
 * thread.
 */
public final class Observation {

  /** The index of the node. */
  Index index;

  /** The node, if the index's nodes are objects; otherwise null. */
  Object node;

  /** The number of the node, if the index's nodes are in an array. */
  long nodeNumber;

  long version;
  long stamp;

  /** Creates an empty observation. */
  public Observation() {}

  /** Copies another observation. */
  public void copyFrom(Observation other) {
    index = other.index;
    node = other.node;
    nodeNumber = other.nodeNumber;
    version = other.version;
    stamp = other.stamp;
  }

  /**
   * Returns the stamp that the node had when it was observed. A record that is inserted into the
   * node later gets a version above this stamp when it becomes present.
   */
  public long stamp() {
    return stamp;
  }

  /** Returns whether the node still has the observed version. */
  public boolean isUnchanged() {
    return index.isUnchanged(this);
  }

  /** Raises the node's stamp; see {@link Index#raiseStamp}. */
  public void raiseStamp(long newStamp) {
    index.raiseStamp(this, newStamp);
  }

  /** Clears the references, so that the observation keeps no node alive. */
  void clear() {
    index = null;
    node = null;
  }
}
