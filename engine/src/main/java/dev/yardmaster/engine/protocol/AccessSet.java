package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * All accesses of a transaction, one for each record, with a hash table that finds the access to a
 * record.
 */
public class AccessSet extends AccessList {

  private static final int FIRST_BUCKETS = 64;
  private static final int NONE = -1;

  private int[] buckets = new int[FIRST_BUCKETS];
  private int mask = FIRST_BUCKETS - 1;

  /**
   * A Bloom filter: the hash of each access sets one bit. For most records that have no access, the
   * filter shows the absence of an access without a search of the hash table.
   */
  private long filter;

  private boolean isIncomplete;

  /**
   * Creates an empty set.
   *
   * @param newAccess creates the accesses, which the set reuses
   */
  public AccessSet(Supplier<? extends Access> newAccess) {
    super(newAccess);
    Arrays.fill(buckets, NONE);
  }

  private void grow() {
    buckets = new int[2 * buckets.length];
    mask = buckets.length - 1;
    Arrays.fill(buckets, NONE);
    for (int i = 0; i < size(); i++) {
      enter(get(i), i);
    }
  }

  private static int hash(Table table, int record) {
    return (record * 0x9E3779B1) ^ (table.number() * 0x85EBCA6B);
  }

  private int bucketOf(int hash) {
    return (hash ^ (hash >>> 15)) & mask;
  }

  private static long filterBit(int hash) {
    return 1L << (hash >>> (Integer.SIZE - 6));
  }

  private void enter(Access access, int position) {
    int hash = hash(access.table(), access.record());
    int bucket = bucketOf(hash);
    filter |= filterBit(hash);
    access.position = position;
    access.next = buckets[bucket];
    buckets[bucket] = position;
  }

  /** Returns the access to a record, or null if the record has no access. */
  public final Access find(Table table, int record) {
    int hash = hash(table, record);
    return (filter & filterBit(hash)) == 0 ? null : find(table, record, bucketOf(hash));
  }

  private Access find(Table table, int record, int bucket) {
    for (int i = buckets[bucket]; i != NONE; i = get(i).next) {
      Access access = get(i);
      if (access.record() == record && access.table() == table) {
        return access;
      }
    }
    return null;
  }

  /** Adds an access to a record that has no access yet; the new access begins as a read. */
  @Override
  public Access add(Table table, int record, long key, byte[] rest) {
    Access access = super.add(table, record, key, rest);
    added(access);
    return access;
  }

  /** Adds the newest access to the hash table, so that {@link #find} finds it. */
  protected final void added(Access access) {
    if (2 * size() > buckets.length) {
      grow();
    } else {
      enter(access, size() - 1);
    }
  }

  /**
   * Adds a read of a missing key, for the recorded history only.
   *
   * @param asOf the version with which the key was absent
   */
  public final Access addMissing(Table table, long key, byte[] rest, long asOf) {
    Access access = add(table, -1 - size(), key, rest);
    access.found(false, asOf);
    return access;
  }

  /** Adds a read of a row that was scanned without an access, for the recorded history only. */
  public final Access addScanned(Table table, long key, byte[] rest, long version) {
    Access access = add(table, -1 - size(), key, rest);
    access.found(true, version);
    return access;
  }

  /**
   * Returns whether an access is only for the recorded history: the read of a missing key, or of a
   * row that was scanned without an access. The protocol does not validate such accesses.
   */
  public static boolean isMissing(Access access) {
    return access.record() < 0;
  }

  /** Records that the transaction has scanned a range or found a key missing. */
  public final void readMore() {
    isIncomplete = true;
  }

  /**
   * Returns whether the set contains everything that the transaction has read. The set is complete
   * if the transaction has neither scanned a range nor found a key missing.
   */
  public final boolean isComplete() {
    return !isIncomplete;
  }

  /** Removes all accesses. */
  @Override
  public void clear() {
    // If the set is small compared with its hash table, only the buckets of its accesses are
    // cleared. So the cost for a small transaction does not depend on the size of earlier
    // transactions.
    if (buckets.length <= 4 * size()) {
      Arrays.fill(buckets, NONE);
    } else {
      for (int i = 0; i < size(); i++) {
        Access access = get(i);
        buckets[bucketOf(hash(access.table(), access.record()))] = NONE;
      }
    }
    filter = 0;
    isIncomplete = false;
    super.clear();
  }
}
