package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.RangeReader;

/**
 * One worker's part of a scheme that validates scans. It implements the steps of a commit that
 * differ between the schemes. Only the worker's thread calls the methods. The default methods do
 * nothing; they are for a scheme in which each scanned row gets an access and is validated like
 * other reads.
 */
interface ScanValidation {

  /** Returns the object that reads ranges, or null if each scanned row gets an access. */
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
   * calls this method when all written records are locked.
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
   * Validates the scans of a transaction with the given commit timestamp.
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
