package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * Finds the newest committed values that the final validation knows. These values were written
 * after a transaction's reads, possibly by earlier transactions of the same batch. Only the thread
 * of the final validation uses this object.
 */
public final class NewestValues {

  /** The result of a lookup: whether the key was written after the caller read it. */
  public enum Knowledge {
    /** The key was not written since it was read. */
    UNCHANGED,
    /**
     * The key was written; {@link NewestValues#value} and {@link NewestValues#version} return the
     * last write.
     */
    NEWER,
    /** The key may have been written, but the final validation does not know its value. */
    UNKNOWN
  }

  /** The argument of {@link #find} for a key that the caller has not read. */
  public static final long NOT_READ = -1;

  private final CommittedVersions committed;
  private int entry;

  NewestValues(CommittedVersions committed) {
    this.committed = committed;
  }

  /**
   * Looks up the newest value of a key.
   *
   * @param freshThrough the version up to which the caller's own value is the newest, or {@link
   *     #NOT_READ}
   */
  public Knowledge find(long fingerprint, Key key, long freshThrough) {
    entry = committed.find(fingerprint);
    if (entry < 0) {
      long floor = -committed.newest(fingerprint);
      return floor <= freshThrough ? Knowledge.UNCHANGED : Knowledge.UNKNOWN;
    }
    if (committed.version(entry) <= freshThrough) {
      return Knowledge.UNCHANGED;
    }
    return committed.remembers(entry, key) ? Knowledge.NEWER : Knowledge.UNKNOWN;
  }

  /**
   * Returns the newer value that was found, or null for a deletion. The array must not be changed.
   */
  public byte[] value() {
    return committed.value(entry);
  }

  /** Returns the commit version of the newer value that was found. */
  public long version() {
    return committed.version(entry);
  }
}
