package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;

/**
 * An access with the version of the record that its transaction has read and the version that it
 * writes.
 */
public final class VersionAccess extends Access {

  /** The progress of a new version. */
  enum Written {
    /** No new version. */
    NOTHING,
    /** The version has a slot. */
    PREPARED,
    /** The record links to the version. */
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
