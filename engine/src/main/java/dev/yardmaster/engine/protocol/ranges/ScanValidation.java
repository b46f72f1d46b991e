package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RangeReader;

/**
 * One worker's part of a scheme that finds out whether what a transaction has scanned still holds:
 * the steps that the commit protocol leaves to it. Owned by the worker's thread. What it does by
 * default is nothing: scanned rows are accesses then, and are read again like all others.
 */
interface ScanValidation {

  /** How scans are read; null if each row gets an access. */
  default RangeReader reader() {
    return null;
  }

  /** A transaction begins. */
  default void begin() {}

  /** A record is going to be read that will be written, unless the transaction is aborted. */
  default void writing(Access access) {}

  /**
   * All that is written is locked: who comes later is to find the writes.
   *
   * @return false if the transaction must be aborted
   */
  default boolean register() {
    return true;
  }

  /** The commit timestamp is going to be drawn. */
  default void drawing() {}

  /** It has been drawn. */
  default void drawn(long timestamp) {}

  /**
   * Whether what was scanned still holds for a transaction of that commit timestamp.
   *
   * @return false if the transaction must be aborted
   */
  default boolean holds(long timestamp) {
    return true;
  }

  /** The transaction has committed, or has come to nothing, whatever it had done by then. */
  default void end(boolean committed) {}
}
