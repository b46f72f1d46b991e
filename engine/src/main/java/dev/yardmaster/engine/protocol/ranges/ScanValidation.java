package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RangeReader;

/**
 * One worker's part of a scheme that validates scans: the steps that the commit protocol delegates
 * to the scheme. Owned by the worker's thread. The default methods do nothing: scanned rows are
 * accesses then, and are read again like other reads.
 */
interface ScanValidation {

  /** Returns the reader of ranges; null if each scanned row gets an access. */
  default RangeReader reader() {
    return null;
  }

  /** Called when a transaction begins. */
  default void begin() {}

  /** Called before a record is read that the transaction will write if it does not abort. */
  default void writing(Access access) {}

  /**
   * Called when all writes are locked: makes the writes findable for later validations.
   *
   * @return false if the transaction must be aborted
   */
  default boolean register() {
    return true;
  }

  /** Called before the commit timestamp is drawn. */
  default void drawing() {}

  /** Called after the commit timestamp has been drawn. */
  default void drawn(long timestamp) {}

  /**
   * Validates the scans of a transaction with this commit timestamp.
   *
   * @return false if the transaction must be aborted
   */
  default boolean holds(long timestamp) {
    return true;
  }

  /** Called when the transaction has committed or aborted, in any phase. */
  default void end(boolean committed) {}
}
