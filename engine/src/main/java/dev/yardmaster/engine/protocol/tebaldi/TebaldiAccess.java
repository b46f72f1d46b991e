package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.Access;

/** An access with its locks, the version that was read, and the version that was written. */
final class TebaldiAccess extends Access {

  /** Whether the worker has the record to itself in the current step of its pipeline. */
  boolean inStep;

  boolean readLock;
  boolean writeLock;

  /** Whether the transaction has set the locked bit of the record. */
  boolean headLocked;

  /** The version that was read before its writer committed, or {@link RecordWords#NONE}. */
  int uncommitted = RecordWords.NONE;

  /** The new version, or {@link RecordWords#NONE}. */
  int written = RecordWords.NONE;

  /** The version beneath the new version, or {@link RecordWords#NONE}. */
  int older;

  /** Whether other transactions of the group can read the new version. */
  boolean exposed;

  TebaldiAccess() {}
}
