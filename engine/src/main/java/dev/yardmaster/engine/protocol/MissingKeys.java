package dev.yardmaster.engine.protocol;

/** How a transaction is protected from insertions of keys that it has found missing. */
public enum MissingKeys {
  /** The observed index nodes are in the node set, which is checked before the commit. */
  CHECKED,

  /**
   * A read raises the stamp of the index node to the stamp as of which the transaction reads. So no
   * key with a version at or below it is inserted later.
   */
  STAMPED,

  /** No check: the transaction reads as of a stamp, and later insertions do not concern it. */
  UNCHECKED
}
