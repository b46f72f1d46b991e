package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access with the version of the record that its transaction has read and the version that it
 * writes.
 */
public final class VersionAccess extends Access {

  /** The progress of a new version. */
  enum Written {
    /** The access has no new version. */
    NOTHING,
    /** The new version has a slot, and the record does not link to it yet. */
    PREPARED,
    /** The record links to the new version. */
    INSTALLED
  }

  Written written = Written.NOTHING;

  /** The slot of the new version. */
  int newVersion;

  private int seen;

  VersionAccess() {}

  /** Returns the slot of the version that was read, or {@link RecordWords#NONE}. */
  public int seen() {
    return seen;
  }

  void saw(int version) {
    seen = version;
  }
}
