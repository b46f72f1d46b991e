package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The newest committed values, as far as the final validation knows them: the writes since a
 * transaction's reads, including those of earlier transactions of its own batch. Used by the final
 * validation's thread.
 */
public final class NewestValues {

  /** What is known of a key. */
  public enum Knowledge {
    /** The key was not written since it was read. */
    UNCHANGED,
    /**
     * The key was written; {@link NewestValues#value} and {@link NewestValues#version} return the
     * last write.
     */
    NEWER,
    /** The key may have been written, but its value is not known here. */
    UNKNOWN
  }

  /** For a key that was not read: no version of it counts as fresh. */
  public static final long NOT_READ = -1;

  private final CommittedVersions committed;
  private int entry;

  NewestValues(CommittedVersions committed) {
    this.committed = committed;
  }

  /**
   * Looks a key up.
   *
   * @param freshThrough the version through which the caller's own value is the newest, or {@link
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

  /** The newer value that was found; null for a deletion. Must not be changed. */
  public byte[] value() {
    return committed.value(entry);
  }

  /** The commit version of the newer value. */
  public long version() {
    return committed.version(entry);
  }
}
