package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Access;

/** An access that knows the versions of the record that its transaction has read and writes. */
public final class VersionAccess extends Access {

  /** How far the version has come that is to be written. */
  enum Written {
    /** There is none. */
    NOTHING,
    /** It has a slot. */
    PREPARED,
    /** The record leads to it. */
    INSTALLED
  }

  Written written = Written.NOTHING;

  /** The slot of the version that is to be written. */
  int newVersion;

  private int seen;

  VersionAccess() {}

  /** The slot of the version that was read, or none. */
  public int seen() {
    return seen;
  }

  void saw(int version) {
    seen = version;
  }
}
