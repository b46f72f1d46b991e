package dev.yardmaster.storage;

import dev.yardmaster.api.Key;

/**
 * The newest version of each key. Owned by one thread, which makes all calls.
 *
 * <p>A fingerprint is a 64-bit hash of the key under the service's secret. Equal keys have equal
 * fingerprints; the store distinguishes two keys with the same fingerprint.
 */
public interface VersionedStore {

  /** A key's newest value; valid until the store is next written. */
  interface Entry {

    /** The key. */
    Key key();

    /** The value, or null for a key that was deleted. Must not be changed. */
    byte[] value();

    /** The commit version of the value; 1 or more. */
    long version();
  }

  /** Receives the entries of a scan. */
  @FunctionalInterface
  interface Visitor {

    /** Receives the next entry; returns whether the scan continues. */
    boolean visit(Entry entry);
  }

  /**
   * Returns the entry of a key, including tombstones; null if the key has none. Expected constant
   * time.
   *
   * @param fingerprint the key's fingerprint
   */
  Entry get(Key key, long fingerprint);

  /**
   * Applies a write unless the store has a version at least as high. The store takes over the
   * array.
   *
   * @param value the new value, or null to delete the key
   * @param version the commit version; 1 or more
   * @return whether the write was applied
   */
  boolean write(Key key, long fingerprint, byte[] value, long version);

  /**
   * Removes tombstones that no older write can reach any more. Work is proportional to the number
   * removed.
   *
   * @param watermark every commit version up to this one is installed or will never write
   */
  void purgeTombstones(long watermark);

  /**
   * Removes entries without tombstones, lowest key first: for keys that are never read again. Work
   * is proportional to the number removed.
   *
   * @param from first key, inclusive
   * @param to last key, exclusive
   * @param most most entries to remove
   * @return how many were removed
   */
  int forget(Key from, Key to, int most);

  /**
   * Visits entries in key order, including tombstones.
   *
   * @param from first key, inclusive; null for the lowest
   * @param to last key, exclusive; null for beyond the highest
   * @param backward whether to start with the highest key
   */
  void entries(Key from, Key to, boolean backward, Visitor visitor);

  /** Visits live entries in key order; otherwise as {@link #entries}. */
  default void scan(Key from, Key to, Visitor visitor) {
    entries(from, to, false, entry -> entry.value() == null || visitor.visit(entry));
  }

  /** Number of keys with an entry, including tombstones. */
  int size();

  /** Number of entries with {@link Key#isReserved() reserved} keys. Constant time. */
  int reservedSize();
}
