package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RangeReader;

/**
 * One worker's part of a scheme that validates scans: the steps that the commit protocol delegates
 * to the scheme. Only the worker's thread calls the methods. The default methods do nothing; they
 * suit a scheme in which scanned rows are accesses and are validated like other reads.
 */
interface ScanValidation {

  /** Returns the reader of ranges, or null if each scanned row gets an access. */
  default RangeReader reader() {
    return null;
  }

  /** Is called when a transaction begins. */
  default void begin() {}

  /** Is called before the transaction reads a record that it will also write. */
  default void writing(Access access) {}

  /**
   * Registers the transaction's writes, so that later validations find them. Is called when all
   * writes are locked.
   *
   * @return false if the transaction must be aborted
   */
  default boolean register() {
    return true;
  }

  /** Is called before the commit timestamp is drawn. */
  default void drawing() {}

  /** Is called after the commit timestamp has been drawn. */
  default void drawn(long timestamp) {}

  /**
   * Validates the scans of a transaction with this commit timestamp.
   *
   * @return false if the transaction must be aborted
   */
  default boolean holds(long timestamp) {
    return true;
  }

  /** Is called when the transaction has committed, or has aborted in any phase. */
  default void end(boolean committed) {}
}
