package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.SharedWords;

/**
 * An access with the version of the record that its transaction has read and the version that it
 * writes. If the record was absent before its first version, the words of the record stand for
 * those of the version that was read.
 */
public final class VersionAccess extends Access {

  private int seen;
  private int written = Versions.NONE;
  private boolean installed;

  /** Creates an access without a record. */
  public VersionAccess() {}

  /** Returns the slot of the version that was read, or {@link Versions#NONE}. */
  public int seen() {
    return seen;
  }

  void saw(int version) {
    seen = version;
  }

  /** Returns the slot of the new version, or {@link Versions#NONE}. */
  public int written() {
    return written;
  }

  /** Returns whether the record links to the new version. */
  boolean isInstalled() {
    return installed;
  }

  void prepared(int version) {
    written = version;
    installed = false;
  }

  void installed() {
    installed = true;
  }

  void settled() {
    written = Versions.NONE;
  }

  /**
   * Returns the read stamp of the version that was read. Unspecified if the protocol's versions
   * have fewer than {@link VersionWords#WITH_READ} words.
   */
  public long readStamp(SharedWords words) {
    return words.getVolatile(seenSlab(), readAt());
  }

  /** Raises the read stamp of the version that was read, unless it is as high already. */
  public void raiseRead(SharedWords words, long stamp) {
    long[] slab = seenSlab();
    int at = readAt();
    long read = words.getVolatile(slab, at);
    while (read < stamp && !words.change(slab, at, read, stamp)) {
      read = words.getVolatile(slab, at);
    }
  }

  /** Returns the slab of the words of the version that was read. */
  public long[] seenSlab() {
    return seen == Versions.NONE ? slab() : table().versions().slab(seen);
  }

  /** Returns the position of the read stamp of the version that was read. */
  public int readAt() {
    return seen == Versions.NONE
        ? at() + RecordWords.READ
        : table().versions().at(seen) + VersionWords.READ;
  }

  /**
   * Returns the version on top of the version that was read, or {@link Versions#NONE}. Unspecified
   * if the protocol's versions have fewer than {@link VersionWords#WITH_NEWER} words.
   */
  public int newer(SharedWords words) {
    return (int) words.getVolatile(seenSlab(), newerAt()) - 1;
  }

  /** Sets the version on top of the version that was read. */
  void setNewer(SharedWords words, int version) {
    words.setVolatile(seenSlab(), newerAt(), version + 1L);
  }

  private int newerAt() {
    return seen == Versions.NONE
        ? at() + RecordWords.OLDEST
        : table().versions().at(seen) + VersionWords.NEWER;
  }
}
