package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access under Tebaldi, with its locks, the version that it has read, and the version that it
 * has written.
 */
final class TebaldiAccess extends Access {

  /** Whether the worker has exclusive access to the record in the current step of its pipeline. */
  boolean inStep;

  boolean readLock;
  boolean writeLock;

  /** Whether the transaction has set the locked bit of the record. */
  boolean headLocked;

  /**
   * The version that was read although its writer had not committed; {@link
   * TebaldiRecordWords#NONE} if there is none.
   */
  int uncommitted = TebaldiRecordWords.NONE;

  /** The version that this write has created; {@link TebaldiRecordWords#NONE} if there is none. */
  int written = TebaldiRecordWords.NONE;

  /**
   * The version that directly precedes the version of this write; {@link TebaldiRecordWords#NONE}
   * if there is none.
   */
  int older;

  /** Whether other transactions of the group can read the new version. */
  boolean exposed;

  TebaldiAccess() {}
}
