package dev.yardmaster.engine.index;

/**
 * The effect of an insertion on the nodes of an index. An instance is reused, and one thread owns
 * it.
 */
public final class NodeChange {

  /**
   * The node that received the key, or the node that was split to make room for the key, with the
   * node's version before the insertion.
   */
  final Observation before = new Observation();

  /** The version of the node {@link #before} after the insertion. */
  long versionAfter;

  /**
   * Whether the key's home bucket has overflow buckets after the insertion. If so, the index should
   * grow. Always false for an ordered index.
   */
  boolean overflows;

  /** The new node that a split created; its field {@code index} is null if there was no split. */
  final Observation sibling = new Observation();

  /** Creates an empty change. */
  public NodeChange() {}

  /**
   * Returns whether {@link HashIndex#grow} should be called, because the inserted key's home bucket
   * has overflow buckets.
   */
  public boolean overflows() {
    return overflows;
  }
}
