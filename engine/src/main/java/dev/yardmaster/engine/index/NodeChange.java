package dev.yardmaster.engine.index;

/** What an insertion did to the nodes of an index. Reused; owned by one thread. */
public final class NodeChange {

  /** The node that the key went into, or that was split for it; with the version before. */
  final Observation before = new Observation();

  /** That node's version afterwards. */
  long versionAfter;

  /** The node that a split made; its index is null if there was none. */
  final Observation sibling = new Observation();

  /** A change of nothing. */
  public NodeChange() {}
}
