package dev.yardmaster.storage;

import dev.yardmaster.api.Key;

/**
 * The newest version of each key, and the older versions that snapshots need. One thread owns the
 * store and calls all methods; other threads may call only {@link #readNow}.
 *
 * <p>The horizon is the lowest version that a snapshot may still read. A store keeps an overwritten
 * value as long as the version that overwrote it is above the horizon. Before the first call of
 * {@link #release}, a store keeps no overwritten values.
 *
 * <p>A fingerprint is a 64-bit hash of the key under the service's secret. Equal keys have equal
 * fingerprints. Different keys may have the same fingerprint; the store distinguishes them.
 */
public interface VersionedStore {

  /** A version of a key's value. An entry is valid until the next change of the store. */
  interface Entry {

    /** Returns the key. The call may create a new object. */
    Key key();

    /** Returns the value; null if the key was deleted. The array must not be changed. */
    byte[] value();

    /** Returns the commit version of the value, which is 1 or more. */
    long version();
  }

  /** Receives the entries of a scan. */
  @FunctionalInterface
  interface Visitor {

    /** Receives the next entry, and returns whether the scan continues. */
    boolean visit(Entry entry);
  }

  /**
   * Returns the entry of a key, which may be a tombstone; null if the key has no entry. The
   * expected time is constant.
   *
   * @param fingerprint the key's fingerprint
   */
  Entry get(Key key, long fingerprint);

  /** Returns the entry of a key if it is in memory; otherwise null. Does not wait for the disk. */
  default Entry getFromMemory(Key key, long fingerprint) {
    return get(key, fingerprint);
  }

  /**
   * Prepares the store for a number of entries, so that the store need not grow while the entries
   * are added. The call has no other effect.
   */
  default void reserve(int entries) {}

  /**
   * Announces that a key will be looked up soon, for {@link #prefetch}.
   *
   * @param fingerprint the key's fingerprint
   * @param read whether the key's value will be read
   */
  default void expect(long fingerprint, boolean read) {}

  /**
   * Prefetches the entries of the announced keys, and the values that will be read, into the CPU's
   * caches. The loads overlap.
   */
  default void prefetch() {}

  /**
   * Reads the newest version of a key. Any thread may call this method, even while the owner
   * changes the store. A concurrent change can make the read fail; the caller then sends a request
   * to the worker.
   *
   * @param reads receives the result
   * @param position the position of the key
   * @param through a version that the caller read before this call; all writes at or below this
   *     version are installed
   * @return whether the key was read
   */
  default boolean readNow(ReadSet reads, int position, long through) {
    return false;
  }

  /**
   * Returns a key's newest entry whose version is at most the given version. The entry may be a
   * tombstone; null if there is no such entry. The expected time is proportional to the number of
   * newer versions of the key.
   *
   * @param version a version at or above the horizon, such that all writes at or below this version
   *     are installed
   */
  Entry getAsOf(Key key, long fingerprint, long version);

  /**
   * Applies a write, unless the store already has the same or a higher version of the key. The
   * caller must not change the array afterwards.
   *
   * @param value the new value, or null to delete the key
   * @param version the commit version, 1 or more
   * @return whether the write was applied
   */
  boolean write(Key key, long fingerprint, byte[] value, long version);

  /**
   * Sets whether the store keeps the values that are overwritten from now on. By default, the store
   * keeps them, but only after the first call of {@link #release}.
   */
  default void keepReplaced(boolean on) {}

  /**
   * Raises the horizon. Removes the overwritten values that no snapshot at or above the horizon
   * sees, and the tombstones at or below the horizon. The time is proportional to the number of
   * removed values and tombstones.
   *
   * @param horizon a commit version, not lower than in earlier calls, such that all writes at or
   *     below this version are installed
   */
  void release(long horizon);

  /**
   * Removes entries without leaving tombstones, lowest key first. The removed keys must never be
   * read again. The time is proportional to the number of removed entries.
   *
   * @param from the first key, inclusive
   * @param to the last key, exclusive
   * @param most the maximum number of entries to remove
   * @return the number of removed entries
   */
  int forget(Key from, Key to, int most);

  /**
   * Visits entries in key order, including tombstones.
   *
   * @param from the first key, inclusive; null for the lowest key
   * @param to the last key, exclusive; null for no upper bound
   * @param backward whether to start with the highest key
   */
  void entries(Key from, Key to, boolean backward, Visitor visitor);

  /**
   * Visits the store's keys in key order at a version. The other parameters have the same meaning
   * as in {@link #entries}. For each key, the visitor receives the entry that {@link #getAsOf}
   * returns. If there is no such entry, the visitor receives an entry with version 0 and without a
   * value. So a visitor can count and limit the number of visited keys.
   *
   * @param version a version at or above the horizon
   */
  void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor);

  /**
   * Visits live entries in ascending key order, without tombstones. In all other respects this
   * method is like {@link #entries}.
   */
  default void scan(Key from, Key to, Visitor visitor) {
    entries(from, to, false, entry -> entry.value() == null || visitor.visit(entry));
  }

  /**
   * Tells the store that no worker serves it any more. Requests whose service has begun are never
   * answered.
   */
  default void workerStopped() {}

  /** Returns the number of entries, including tombstones. */
  int size();

  /**
   * Returns the number of entries with {@link Key#isReserved() reserved} keys, in constant time.
   */
  int reservedSize();

  /**
   * Returns the approximate memory of all entries, in bytes, without overwritten values; 0 if the
   * store does not measure it. The time is constant.
   */
  default long bytes() {
    return 0;
  }

  /**
   * Returns the approximate memory of the overwritten values, in bytes; 0 if the store does not
   * measure it. The time is constant.
   */
  default long keptBytes() {
    return 0;
  }
}
