package dev.yardmaster.storage;

import dev.yardmaster.api.Key;

/**
 * The newest version of each key. Owned by one thread, which makes all calls.
 *
 * <p>A fingerprint is a 64-bit hash of the key under the service's secret. Equal keys have equal
 * fingerprints; where two keys share one, the store still tells them apart.
 */
public interface VersionedStore {

  /** A key's newest value; valid until the store is next written. */
  interface Entry {

    /** The key. */
    Key key();

    /** The value, or null for a key that was deleted. Not to be changed. */
    byte[] value();

    /** The commit version that wrote it; 1 or more. */
    long version();
  }

  /** Receives the entries of a scan. */
  @FunctionalInterface
  interface Visitor {

    /** Takes the next entry; returns whether the scan goes on. */
    boolean visit(Entry entry);
  }

  /**
   * The entry of a key, tombstones included; null if the key has none. Expected constant time.
   *
   * @param fingerprint the key's fingerprint
   */
  Entry get(Key key, long fingerprint);

  /**
   * Applies a write unless a version at least as high is there already. The array becomes the
   * store's.
   *
   * @param value the new value, or null to delete the key
   * @param version the commit version; 1 or more
   * @return whether it was applied
   */
  boolean write(Key key, long fingerprint, byte[] value, long version);

  /**
   * Forgets tombstones that nothing older can reach any more. Work is proportional to what is
   * forgotten.
   *
   * @param watermark every commit version up to this one is installed or will never write
   */
  void purgeTombstones(long watermark);

  /**
   * Removes entries outright, lowest key first, without a trace: for keys that nobody asks for any
   * more. Work is proportional to what is removed.
   *
   * @param from first key, inclusive
   * @param to last key, exclusive
   * @param most how many to remove at most
   * @return how many were removed
   */
  int forget(Key from, Key to, int most);

  /**
   * Visits entries in key order, tombstones included.
   *
   * @param from first key, inclusive; null for the lowest
   * @param to last key, exclusive; null for beyond the highest
   * @param backward whether it begins with the highest
   */
  void entries(Key from, Key to, boolean backward, Visitor visitor);

  /** Visits live entries in key order; otherwise as {@link #entries}. */
  default void scan(Key from, Key to, Visitor visitor) {
    entries(from, to, false, entry -> entry.value() == null || visitor.visit(entry));
  }

  /** Number of keys with an entry, tombstones included. */
  int size();

  /** How many of them are {@link Key#isReserved() the service's own}. Constant time. */
  int reservedSize();
}
