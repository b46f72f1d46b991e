package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.collections.LongArrayList;

/**
 * A hash index for keys that are numbers. Each key has a home bucket of one cache line, and a full
 * home bucket has a chain of overflow buckets. The argument {@code rest} is null in all calls.
 *
 * <p>A home bucket is a node of the index, and the bucket's header is the lock and the version of
 * the bucket's chain. Readers acquire no lock and write nothing. A reader reads the header, then
 * the entries, then the header again. The entries of a chain have no gaps, because the last entry
 * replaces an entry that is removed.
 */
public final class HashIndex implements Index {

  /**
   * The average number of entries of a home bucket. With this number, about 1 entry of 20 is in an
   * overflow bucket.
   */
  private static final double FILL = 2.5;

  private static final int SLAB_SHIFT = 22;
  private static final int SLAB_BUCKETS = 1 << SLAB_SHIFT;

  private final long homeBuckets;

  @Shared(
      writers = "workers that insert or remove; raisers of stamps",
      readers = "all workers",
      access =
          "the header of a home bucket is both the lock and the sequence lock of its "
              + "chain: locked by compare-and-set, released with a higher version. Readers "
              + "acquire the header, read the chain plainly, fence, and check the header "
              + "again; they discard the values that they read if the header has changed. A "
              + "bucket's stamp is volatile and raised by compare-and-set, before an entry is "
              + "removed; an inserting worker reads the stamp with the bucket locked")
  private final long[][] homes;

  private final OverflowBuckets overflow = new OverflowBuckets();

  @Shared(writers = "workers that insert or remove", readers = "any thread", access = "LongAdder")
  private final LongAdder size = new LongAdder();

  /**
   * Creates an index without entries.
   *
   * @param expectedRecords the number of records for which the index is sized. Up to this number, a
   *     search costs little more than one cache miss; with more records, searches are slower. The
   *     index occupies about 30 bytes for each expected record
   */
  public HashIndex(int expectedRecords) {
    homeBuckets = 1 + (long) (expectedRecords / FILL);
    homes = new long[(int) ((homeBuckets + SLAB_BUCKETS - 1) >>> SLAB_SHIFT)][];
    for (int i = 0; i < homes.length; i++) {
      long buckets = Math.min(SLAB_BUCKETS, homeBuckets - (long) i * SLAB_BUCKETS);
      homes[i] = new long[Bucket.PADDING + (int) buckets * Bucket.LONGS];
    }
  }

  /**
   * Returns the home bucket of a key. The method mixes the bits of the key (Stafford's variant 13)
   * and scales the result to the number of buckets.
   */
  private long homeOf(long key) {
    long hash = (key ^ (key >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    hash ^= hash >>> 31;
    return Math.multiplyHigh(hash >>> 1, homeBuckets << 1);
  }

  private long[] slab(long home) {
    return homes[(int) (home >>> SLAB_SHIFT)];
  }

  private static int at(long home) {
    return Bucket.PADDING + ((int) home & (SLAB_BUCKETS - 1)) * Bucket.LONGS;
  }

  @Override
  public int find(long key, byte[] rest, Observation observed) {
    long home = homeOf(key);
    long[] slab = slab(home);
    int at = at(home);
    for (int round = 0; ; round++) {
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        int record = search(slab, at, header, key);
        long stamp = record == NONE ? Bucket.stamp(slab, at) : 0;
        if (Bucket.isStill(slab, at, header)) {
          if (record == NONE) {
            observe(observed, home, header, stamp);
          }
          return record;
        }
      }
      SpinWait.pause(round);
    }
  }

  /**
   * Returns the record of a key in a chain. The result is valid only if the header of the home
   * bucket is unchanged after the call.
   */
  private int search(long[] home, int homeAt, long header, long key) {
    int slot = Bucket.slotOf(home, homeAt, key);
    if (slot >= 0) {
      return Bucket.record(home, homeAt, slot);
    }
    int link = Bucket.link(header);
    return link == 0 ? NONE : searchOverflow(home, homeAt, header, link, key);
  }

  private int searchOverflow(long[] home, int homeAt, long header, int first, long key) {
    int link = first;
    // A bucket that was removed from this chain may link to another chain. So each step first
    // checks the header of the home bucket.
    while (link != 0 && Bucket.isStill(home, homeAt, header)) {
      long[] slab = overflow.slab(link);
      int at = OverflowBuckets.at(link);
      int slot = Bucket.slotOf(slab, at, key);
      if (slot >= 0) {
        return Bucket.record(slab, at, slot);
      }
      link = (int) slab[at];
    }
    return NONE;
  }

  private void observe(Observation observed, long home, long version, long stamp) {
    observed.index = this;
    observed.node = null;
    observed.nodeNumber = home;
    observed.version = version;
    observed.stamp = stamp;
  }

  @Override
  public int insert(
      long key, byte[] rest, int record, RecordInitializer initializer, NodeChange change) {
    long home = homeOf(key);
    long[] slab = slab(home);
    int at = at(home);
    for (int round = 0; ; round++) {
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        int found = search(slab, at, header, key);
        if (found == NONE && Bucket.lock(slab, at, header)) {
          insertLocked(home, header, key, record, initializer, change);
          size.increment();
          return record;
        }
        if (found != NONE && Bucket.isStill(slab, at, header)) {
          return found;
        }
      }
      SpinWait.pause(round);
    }
  }

  private void insertLocked(
      long home,
      long header,
      long key,
      int record,
      RecordInitializer initializer,
      NodeChange change) {
    long[] slab = slab(home);
    int at = at(home);
    int link = Bucket.link(header);
    try {
      long stamp = Bucket.stamp(slab, at);
      initializer.initialize(record, stamp);
      link = append(slab, at, link, key, record);
      observe(change.before, home, header, stamp);
      change.versionAfter = Bucket.changed(header, link);
      change.sibling.clear();
    } finally {
      Bucket.unlock(slab, at, Bucket.changed(header, link));
    }
  }

  /** Appends an entry to a chain, and returns the resulting link of the home bucket. */
  private int append(long[] home, int homeAt, int link, long key, int record) {
    long[] slab = home;
    int at = homeAt;
    for (int next = link; next != 0; next = (int) slab[at]) {
      slab = overflow.slab(next);
      at = OverflowBuckets.at(next);
    }
    int slot = Bucket.count(slab, at);
    if (slot < Bucket.ENTRIES) {
      Bucket.put(slab, at, slot, key, record);
      return link;
    }
    int added = overflow.take();
    Bucket.put(overflow.slab(added), OverflowBuckets.at(added), 0, key, record);
    if (link == 0) {
      return added;
    }
    slab[at] = added;
    return link;
  }

  @Override
  public boolean remove(long key, byte[] rest, int record, long stamp) {
    long home = homeOf(key);
    long[] slab = slab(home);
    int at = at(home);
    for (int round = 0; ; round++) {
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        int found = search(slab, at, header, key);
        if (found == record && Bucket.lock(slab, at, header)) {
          Bucket.raiseStamp(slab, at, stamp);
          int link = takeOut(slab, at, Bucket.link(header), key);
          Bucket.unlock(slab, at, Bucket.changed(header, link));
          size.decrement();
          return true;
        }
        if (found != record && Bucket.isStill(slab, at, header)) {
          return false;
        }
      }
      SpinWait.pause(round);
    }
  }

  /**
   * Replaces a key's entry by the chain's last entry, and returns the resulting link of the home
   * bucket.
   */
  private int takeOut(long[] home, int homeAt, int link, long key) {
    long[] found = null;
    int foundAt = 0;
    int foundSlot = -1;
    long[] before = null;
    int beforeAt = 0;
    long[] last = home;
    int lastAt = homeAt;
    int lastNumber = 0;
    int next = link;
    while (true) {
      if (foundSlot < 0) {
        found = last;
        foundAt = lastAt;
        foundSlot = Bucket.slotOf(last, lastAt, key);
      }
      if (next == 0) {
        break;
      }
      before = last;
      beforeAt = lastAt;
      lastNumber = next;
      last = overflow.slab(next);
      lastAt = OverflowBuckets.at(next);
      next = (int) last[lastAt];
    }
    int lastSlot = Bucket.count(last, lastAt) - 1;
    Bucket.put(
        found,
        foundAt,
        foundSlot,
        Bucket.key(last, lastAt, lastSlot),
        Bucket.record(last, lastAt, lastSlot));
    Bucket.put(last, lastAt, lastSlot, 0, NONE);
    if (lastSlot > 0 || lastNumber == 0) {
      return link;
    }
    overflow.free(lastNumber);
    if (lastNumber == link) {
      return 0;
    }
    before[beforeAt] = 0;
    return link;
  }

  @Override
  public boolean isUnchanged(Observation observed) {
    long home = observed.nodeNumber;
    return Bucket.headerVolatile(slab(home), at(home)) == observed.version;
  }

  @Override
  public void raiseStamp(Observation observed, long stamp) {
    long home = observed.nodeNumber;
    Bucket.raiseStamp(slab(home), at(home), stamp);
  }

  @Override
  public long size() {
    return size.sum();
  }

  /** Returns the number of home buckets, which does not change. */
  public long buckets() {
    return homeBuckets;
  }

  /**
   * Adds the keys of a home bucket and of its overflow buckets to a list. The calling thread is
   * inside an epoch.
   *
   * @param home the number of the home bucket, 0 to {@code buckets() - 1}
   */
  public void addKeys(long home, LongArrayList keys) {
    long[] slab = slab(home);
    int at = at(home);
    int before = keys.size();
    for (int round = 0; ; round++) {
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        addChain(slab, at, header, keys);
        if (Bucket.isStill(slab, at, header)) {
          return;
        }
        while (keys.size() > before) {
          keys.removeAt(keys.size() - 1);
        }
      }
      SpinWait.pause(round);
    }
  }

  private void addChain(long[] home, int homeAt, long header, LongArrayList keys) {
    long[] slab = home;
    int at = homeAt;
    int link = Bucket.link(header);
    while (true) {
      for (int slot = 0; slot < Bucket.count(slab, at); slot++) {
        keys.addLong(Bucket.key(slab, at, slot));
      }
      // A bucket that was removed from this chain may link to another chain.
      if (link == 0 || !Bucket.isStill(home, homeAt, header)) {
        return;
      }
      slab = overflow.slab(link);
      at = OverflowBuckets.at(link);
      link = (int) slab[at];
    }
  }

  /** Returns the number of overflow buckets in use. */
  int overflowBuckets() {
    return overflow.inUse();
  }
}
