package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedWords;

/** An access with the version of the record that its transaction has read. */
public final class VersionAccess extends Access {

  private long seen;
  private boolean initial;
  private boolean locked;
  private int kept = Versions.NONE;
  private boolean copied;

  /** Creates an access without a record. */
  public VersionAccess() {}

  /**
   * Returns the stamp of the version that was read, or {@link Versions#BEFORE_FIRST}. The stamp
   * identifies the version among the record's versions.
   */
  long seen() {
    return seen;
  }

  /** Returns whether the transaction has found the record absent before its first version. */
  boolean isInitial() {
    return initial;
  }

  void saw(long stamp, boolean isInitial) {
    seen = stamp;
    initial = isInitial;
  }

  /** Returns whether the transaction has locked the record. */
  boolean isLocked() {
    return locked;
  }

  void locked(boolean isLocked) {
    locked = isLocked;
  }

  /**
   * Returns the slot that is reserved for the old version; {@link Versions#NONE} if there is none.
   */
  int kept() {
    return kept;
  }

  /** Returns whether the old version was already copied into its slot. */
  boolean isCopied() {
    return copied;
  }

  void keeps(int version, boolean isCopied) {
    kept = version;
    copied = isCopied;
  }

  /** Returns the read stamp of the record. The protocol must have read stamps. */
  public long readStamp(SharedWords words) {
    return RecordWords.readStamp(words, slab(), at());
  }

  /** Raises the read stamp of the record, if the read stamp is lower. */
  public void raiseRead(SharedWords words, long stamp) {
    RecordWords.raiseRead(words, slab(), at(), stamp);
  }
}
