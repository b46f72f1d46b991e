package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The accesses of a transaction, one for each record, in the order of first use. A set is reused,
 * and one worker owns it. The set allocates memory only when a transaction is larger than every
 * earlier transaction of the worker.
 */
public final class AccessSet {

  private static final int FIRST_ACCESSES = 32;
  private static final int NONE = -1;

  private final Supplier<Access> newAccess;
  private final WriteOrder order = new WriteOrder();
  private Access[] accesses = new Access[0];
  private Access[] gathered = new Access[0];
  private int size;
  private int writes;
  private int[] buckets = new int[0];
  private int mask;

  /**
   * A Bloom filter: the hash of each access sets one bit. The filter rules out most records that
   * have no access.
   */
  private long filter;

  AccessSet(Supplier<Access> newAccess) {
    this.newAccess = newAccess;
    grow();
  }

  private void grow() {
    int length = Math.max(FIRST_ACCESSES, 2 * accesses.length);
    int known = accesses.length;
    accesses = Arrays.copyOf(accesses, length);
    for (int i = known; i < length; i++) {
      accesses[i] = newAccess.get();
    }
    gathered = new Access[length];
    buckets = new int[2 * length];
    mask = buckets.length - 1;
    Arrays.fill(buckets, NONE);
    for (int i = 0; i < size; i++) {
      enter(accesses[i], i);
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
  public Access find(Table table, int record) {
    int hash = hash(table, record);
    return (filter & filterBit(hash)) == 0 ? null : find(table, record, bucketOf(hash));
  }

  private Access find(Table table, int record, int bucket) {
    for (int i = buckets[bucket]; i != NONE; i = accesses[i].next) {
      Access access = accesses[i];
      if (access.record() == record && access.table() == table) {
        return access;
      }
    }
    return null;
  }

  /** Adds an access to a record that has no access. The new access is a read. */
  public Access add(Table table, int record, long key, byte[] rest) {
    if (size == accesses.length) {
      grow();
    }
    Access access = accesses[size];
    access.begin(table, record, key, rest);
    enter(access, size++);
    return access;
  }

  /**
   * Adds a read of a missing key, for the recorded history only.
   *
   * @param asOf the version as of which the key is absent
   */
  public Access addMissing(Table table, long key, byte[] rest, long asOf) {
    Access access = add(table, -1 - size, key, rest);
    access.found(false, asOf);
    return access;
  }

  /**
   * Adds a read of a row that was scanned without an access. Like {@link #addMissing}, this method
   * serves the recorded history only.
   */
  public Access addScanned(Table table, long key, byte[] rest, long version) {
    Access access = add(table, -1 - size, key, rest);
    access.found(true, version);
    return access;
  }

  /** Returns the number of accesses. */
  public int size() {
    return size;
  }

  /** Returns an access, in the order of first use. */
  public Access get(int position) {
    return accesses[position];
  }

  /**
   * Returns whether an access is only for the recorded history, for example a read of a missing
   * key. The protocol does not check accesses of this kind.
   */
  public static boolean isMissing(Access access) {
    return access.record() < 0;
  }

  /**
   * Collects the writes, in the order of first use.
   *
   * @return the number of writes; {@link #write} returns each of them
   */
  public int gatherWrites() {
    int count = 0;
    for (int i = 0; i < size; i++) {
      Access access = accesses[i];
      if (access.isWrite()) {
        gathered[count++] = access;
      }
    }
    writes = count;
    return count;
  }

  /**
   * Collects the writes, sorted by table and record. All workers lock records in this order.
   *
   * @return the number of writes; {@link #write} returns each of them
   */
  public int sortWrites() {
    int count = gatherWrites();
    order.sort(gathered, count);
    return count;
  }

  /** Returns a write, in the order of {@link #gatherWrites} or {@link #sortWrites}. */
  public Access write(int index) {
    return gathered[index];
  }

  /** Returns the number of collected writes. */
  public int writes() {
    return writes;
  }

  /** Removes all accesses. */
  public void clear() {
    // If the set has few accesses, only the buckets of these accesses are cleared. So the cost for
    // a small transaction does not depend on the size of earlier transactions.
    boolean fill = buckets.length <= 4 * size;
    for (int i = 0; i < size; i++) {
      Access access = accesses[i];
      if (!fill) {
        buckets[bucketOf(hash(access.table(), access.record()))] = NONE;
      }
      access.end();
    }
    if (fill) {
      Arrays.fill(buckets, NONE);
    }
    filter = 0;
    size = 0;
    writes = 0;
  }
}
