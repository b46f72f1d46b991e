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

  /** The commit protocol calls this method when a transaction begins. */
  default void begin() {}

  /**
   * The commit protocol calls this method before the transaction reads a record that it will also
   * write, and for a blind write.
   */
  default void writing(Access access) {}

  /**
   * Registers the transaction's writes, so that later validations find them. The commit protocol
   * calls this method when all writes are locked.
   *
   * @return false if the transaction must be aborted
   */
  default boolean register() {
    return true;
  }

  /** The commit protocol calls this method before it draws the commit timestamp. */
  default void drawing() {}

  /** The commit protocol calls this method after it has drawn the commit timestamp. */
  default void drawn(long timestamp) {}

  /**
   * Validates the scans of a transaction with this commit timestamp.
   *
   * @return false if the transaction must be aborted
   */
  default boolean holds(long timestamp) {
    return true;
  }

  /**
   * The commit protocol calls this method when the transaction has committed, or has aborted in any
   * phase.
   */
  default void end(boolean committed) {}
}
