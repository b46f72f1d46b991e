package dev.yardmaster.storage;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.BitUtil;

/**
 * A hash index that finds entries by the fingerprints of their keys. Each bucket has a chain of
 * entries. Only one thread, the owner, changes the index; other threads may search the index during
 * a change.
 *
 * <p>Each change of a chain is one atomic step, so a search finds every entry that stays in the
 * chain during the whole search. Entries move to other chains only when the index grows. The owner
 * increments a counter when the index begins to grow, and again when it has grown. A search that
 * finds no entry compares the counter's values before and after the search. If the index has grown
 * or is growing, the search fails.
 */
final class EntryIndex {

  private static final int FIRST_BUCKETS = 64;

  /** The maximum number of buckets; with more entries, the chains grow. */
  private static final int MAX_BUCKETS = 1 << 30;

  /**
   * The maximum number of entries to prefetch together. More entries would evict each other from
   * the CPU's cache.
   */
  private static final int MAX_EXPECTED = 512;

  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(StoredEntry[].class);

  @Shared(
      writers = "the storage worker",
      readers = "that worker, callers",
      access = "the array: volatile; its elements: release and acquire")
  private volatile StoredEntry[] buckets = new StoredEntry[FIRST_BUCKETS];

  @Shared(
      writers = "the storage worker",
      readers = "callers",
      access = "volatile, single writer; odd while entries move to other chains")
  private volatile int moves;

  private int size;

  /**
   * The first entries in the chains of the announced keys. Keys that will be read are at the front
   * of the array, and keys that will be written are at its end.
   */
  private final StoredEntry[] expected = new StoredEntry[MAX_EXPECTED];

  private int expectedReads;
  private int expectedWrites;

  @SuppressWarnings(
      "UnusedVariable") // The code is written so that the compiler does not remove the loads.
  private long loaded;

  private static int bucketOf(long fingerprint, StoredEntry[] of) {
    return (int) (fingerprint ^ fingerprint >>> 32) & (of.length - 1);
  }

  private static StoredEntry search(Key key, long fingerprint, StoredEntry[] buckets) {
    StoredEntry entry = (StoredEntry) BUCKET.getAcquire(buckets, bucketOf(fingerprint, buckets));
    while (entry != null && !(entry.fingerprint == fingerprint && entry.isFor(key))) {
      entry = entry.next();
    }
    return entry;
  }

  /** Returns the number of buckets. */
  int buckets() {
    return buckets.length;
  }

  /**
   * Implements {@link VersionedStore#readNow}. Any thread may call this method.
   *
   * @param through the highest version up to which the value is known to be the newest
   */
  boolean readNow(ReadSet reads, int position, long through) {
    int before = moves;
    StoredEntry entry = search(reads.key(position), reads.fingerprint(position), buckets);
    if (entry != null) {
      return entry.readNow(reads, position, through);
    }
    VarHandle.loadLoadFence();
    if ((before & 1) != 0 || moves != before) {
      return false;
    }
    reads.found(position, null, StoredEntry.ABSENT, through);
    return true;
  }

  /**
   * Returns the entry of a key, or null. Any thread may call this method. If a thread other than
   * the owner calls this method while the index grows, the method may miss an entry.
   */
  StoredEntry find(Key key, long fingerprint) {
    return search(key, fingerprint, buckets);
  }

  // Only the owner may call the following methods.

  /**
   * Implements {@link VersionedStore#expect}. Keys beyond the maximum number are not prefetched.
   */
  void expect(long fingerprint, boolean read) {
    if (expectedReads + expectedWrites < MAX_EXPECTED) {
      StoredEntry[] all = buckets;
      int place = read ? expectedReads++ : MAX_EXPECTED - ++expectedWrites;
      expected[place] = all[bucketOf(fingerprint, all)];
    }
  }

  /** Implements {@link VersionedStore#prefetch}. */
  void prefetch() {
    long sum = 0;
    for (int i = 0; i < expectedReads; i++) {
      sum += expected[i] == null ? 0 : expected[i].load();
    }
    for (int i = MAX_EXPECTED - expectedWrites; i < MAX_EXPECTED; i++) {
      sum += expected[i] == null ? 0 : expected[i].load();
    }
    for (int i = 0; i < expectedReads; i++) {
      byte[] value = expected[i] == null ? null : expected[i].value();
      sum += value == null ? 0 : value.length;
    }
    loaded = sum;
    expectedReads = 0;
    expectedWrites = 0;
  }

  /** Adds an entry; there must be no entry for its key. */
  void add(StoredEntry entry) {
    if (++size > buckets.length && buckets.length < MAX_BUCKETS) {
      grow(2 * buckets.length);
    }
    link(entry, buckets);
  }

  private static void link(StoredEntry entry, StoredEntry[] into) {
    int bucket = bucketOf(entry.fingerprint, into);
    entry.next(into[bucket]);
    BUCKET.setRelease(into, bucket, entry);
  }

  /**
   * Implements {@link VersionedStore#reserve}. There are as many buckets as entries, rounded up to
   * a power of two.
   */
  void reserve(int entries) {
    int wanted = BitUtil.findNextPositivePowerOfTwo(Math.min(entries, MAX_BUCKETS));
    if (wanted > buckets.length) {
      grow(wanted);
    }
  }

  private void grow(int length) {
    StoredEntry[] old = buckets;
    StoredEntry[] grown = new StoredEntry[length];
    int moving = moves + 1;
    moves = moving;
    for (StoredEntry first : old) {
      StoredEntry entry = first;
      while (entry != null) {
        StoredEntry next = entry.next();
        link(entry, grown);
        entry = next;
      }
    }
    buckets = grown;
    moves = moving + 1;
  }

  /**
   * Removes an entry, which must be in the index. A search that has reached the removed entry can
   * still follow the entry's link to the entries behind it.
   */
  void remove(StoredEntry entry) {
    size--;
    int bucket = bucketOf(entry.fingerprint, buckets);
    StoredEntry before = buckets[bucket];
    if (before == entry) {
      BUCKET.setRelease(buckets, bucket, entry.next());
      return;
    }
    while (before.next() != entry) {
      before = before.next();
    }
    before.next(entry.next());
  }
}
