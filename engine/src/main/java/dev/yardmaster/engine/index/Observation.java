package dev.yardmaster.engine.index;

/** A node of an index as somebody saw it. Reused; owned by one thread. */
public final class Observation {

  /** Whose node it is. */
  Index index;

  /** The node, of an index whose nodes are objects; else null. */
  Object node;

  /** The node's number, of an index whose nodes are in an array. */
  long nodeNumber;

  long version;
  long stamp;

  /** An observation of nothing. */
  public Observation() {}

  /** Takes over another. */
  public void copyFrom(Observation other) {
    index = other.index;
    node = other.node;
    nodeNumber = other.nodeNumber;
    version = other.version;
    stamp = other.stamp;
  }

  /** The node's stamp when it was seen: no version at or below it will begin to exist there. */
  public long stamp() {
    return stamp;
  }

  /** Whether the node is still as it was seen. */
  public boolean isUnchanged() {
    return index.isUnchanged(this);
  }

  /** Raises the node's stamp; see {@link Index#raiseStamp}. */
  public void raiseStamp(long newStamp) {
    index.raiseStamp(this, newStamp);
  }

  /** Forgets it, so that it keeps no node alive. */
  void clear() {
    index = null;
    node = null;
  }
}
