package dev.yardmaster.engine.protocol;

/** How a transaction is protected from insertions of keys that it has found missing. */
public enum MissingKeys {
  /**
   * The index nodes in which keys were missing are in the node set, which is validated before the
   * commit.
   */
  CHECKED,

  /**
   * A read that finds a key missing raises the stamp of the index node to the version as of which
   * the transaction reads. So no record with this version or a lower one is inserted into the node
   * later.
   */
  STAMPED,

  /**
   * There is no check: the transaction reads a snapshot, and later insertions do not concern it.
   */
  UNCHECKED
}
