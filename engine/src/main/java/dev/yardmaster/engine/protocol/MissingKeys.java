package dev.yardmaster.engine.protocol;

/**
 * The ways in which a protocol can ensure that keys that a transaction has found missing stay
 * missing until the commit.
 */
public enum MissingKeys {
  /**
   * The index nodes in which keys were missing are in the node set, which is validated before the
   * commit.
   */
  CHECKED,

  /**
   * The transaction reads as of a version. A read that finds a key missing raises the stamp of the
   * index node to this version. So a record that is inserted into the node later gets a higher
   * version.
   */
  STAMPED,

  /**
   * There is no check. The transaction reads a snapshot, which does not contain later insertions.
   */
  UNCHECKED
}
