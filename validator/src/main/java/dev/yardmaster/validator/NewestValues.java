package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The newest committed values, as far as the final validation knows them: what has been written
 * since a transaction read, earlier transactions of its own batch included. Final validation's
 * thread.
 */
public final class NewestValues {

  /** What is known of a key. */
  public enum Knowledge {
    /** Nothing was written since it was read. */
    UNCHANGED,
    /** {@link NewestValues#value} and {@link NewestValues#version} say what was written last. */
    NEWER,
    /** It may have been written; what, is not known here. */
    UNKNOWN
  }

  /** For a key that was not read: nothing of it counts as fresh. */
  public static final long NOT_READ = -1;

  private final CommittedVersions committed;
  private int entry;

  NewestValues(CommittedVersions committed) {
    this.committed = committed;
  }

  /**
   * Looks a key up.
   *
   * @param freshThrough through which version the caller's own value is the newest, or {@link
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

  /** The value of the key that was found newer; null if it was deleted. Not to be changed. */
  public byte[] value() {
    return committed.value(entry);
  }

  /** The version that wrote it. */
  public long version() {
    return committed.version(entry);
  }
}
