package dev.yardmaster.engine.index;

import dev.yardmaster.annotations.Shared;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * A hash index for keys that are numbers. Each key belongs to one home bucket, which has the size
 * of a cache line. A home bucket that is full has a chain of overflow buckets. The argument {@code
 * rest}, the byte string of a key, is null in all calls.
 *
 * <p>A home bucket with its chain is a node of the index. The header of the home bucket contains
 * the lock and the version of the node. Readers acquire no lock and write nothing. A reader reads
 * the header, then the entries, then the header again. The entries of a chain have no gaps: when an
 * entry is removed, the chain's last entry takes its position.
 *
 * <p>The index grows by linear hashing (Litwin, VLDB 1980): it splits the home buckets one after
 * the other, each into two. After a transaction that has inserted into a full bucket, the worker
 * splits at most 8 buckets. So no insertion takes long. A bucket is locked while it is split, and
 * the new number of buckets is published before the lock is released. So if a reader does not find
 * a key in its home bucket, and the number of buckets is unchanged, the index does not contain the
 * key. If a bucket is split after a transaction has found a key missing in it, the transaction's
 * validation finds a changed version. The transaction then reads the index again, or aborts. The
 * index does not shrink.
 */
public class HashIndex implements Index {

  /**
   * The average number of entries of a home bucket when the expected number of records is in the
   * index. With this number, about 1 entry of 20 is in an overflow bucket.
   */
  private static final double FILL = 2.5;

  /** The average number of entries of a home bucket above which the index grows. */
  private static final double MAX_FILL = 3;

  /** The maximum number of buckets that are split after one insertion. */
  private static final int SPLITS_AT_ONCE = 8;

  private static final int SLAB_SHIFT = 22;
  private static final int SLAB_BUCKETS = 1 << SLAB_SHIFT;
  private static final int ADDED_SHIFT = 12;
  private static final int ADDED_BUCKETS = 1 << ADDED_SHIFT;

  /**
   * The bit of {@link #shape} at which the number of doublings begins. The lower bits contain the
   * number of splits.
   */
  private static final int DOUBLINGS_SHIFT = 48;

  private static final long SPLITS_MASK = (1L << DOUBLINGS_SHIFT) - 1;

  /** The number of home buckets with which the index was created. */
  private final long firstBuckets;

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

  @Shared(
      writers = "the worker that splits buckets",
      readers = "all workers",
      access =
          "volatile reference; slabs are only added to the array, before the shape has their "
              + "buckets. The buckets are accessed like the other home buckets")
  private volatile long[][] added = new long[0][];

  /**
   * The number of completed doublings of the number of home buckets, and the number of buckets that
   * were already split for the next doubling.
   */
  @Shared(
      writers = "the worker that splits buckets",
      readers = "all workers",
      access = "volatile, set while the bucket that was split is locked")
  private volatile long shape;

  @Shared(
      writers = "workers that insert",
      readers = "the same threads",
      access = "compare-and-set; whoever has set it splits buckets, and the others do not wait")
  private final AtomicBoolean splitting = new AtomicBoolean();

  /**
   * The keys of the bucket that is being split. {@link #movedRecords} contains the records, and
   * {@link #spare} the overflow buckets that are not used again.
   */
  private final LongArrayList movedKeys = new LongArrayList();

  private final IntArrayList movedRecords = new IntArrayList();
  private final IntArrayList spare = new IntArrayList();

  private final OverflowBuckets overflow = new OverflowBuckets();

  @Shared(writers = "workers that insert or remove", readers = "any thread", access = "LongAdder")
  private final LongAdder size = new LongAdder();

  /**
   * Creates an index without entries.
   *
   * @param expectedRecords the number of records for which the index is sized. If there are more
   *     records, the index grows. The index occupies about 30 bytes for each expected record
   */
  public HashIndex(int expectedRecords) {
    firstBuckets = 1 + (long) (expectedRecords / FILL);
    homes = new long[(int) ((firstBuckets + SLAB_BUCKETS - 1) >>> SLAB_SHIFT)][];
    for (int i = 0; i < homes.length; i++) {
      long buckets = Math.min(SLAB_BUCKETS, firstBuckets - (long) i * SLAB_BUCKETS);
      homes[i] = new long[Bucket.PADDING + (int) buckets * Bucket.LONGS];
    }
  }

  /** Mixes the bits of a key (Stafford's variant 13). */
  private static long hash(long key) {
    long hash = (key ^ (key >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }

  /**
   * Returns the home bucket of a key. The upper bits of the hash select one of the initial buckets.
   * Each doubling uses one more of the lower bits.
   */
  private long homeOf(long key, long inShape) {
    long hash = hash(key);
    int doublings = (int) (inShape >>> DOUBLINGS_SHIFT);
    long first = Math.multiplyHigh(hash >>> 1, firstBuckets << 1);
    long home = first + firstBuckets * (hash & ((1L << doublings) - 1));
    return home < (inShape & SPLITS_MASK)
        ? home + (firstBuckets << doublings) * ((hash >>> doublings) & 1)
        : home;
  }

  /**
   * Returns the shape. A test can override this method to let the index grow before the caller uses
   * the shape.
   */
  long shape() {
    return shape;
  }

  private long[] slab(long home) {
    return home < firstBuckets
        ? homes[(int) (home >>> SLAB_SHIFT)]
        : added[(int) ((home - firstBuckets) >>> ADDED_SHIFT)];
  }

  private int at(long home) {
    int number =
        home < firstBuckets
            ? (int) home & (SLAB_BUCKETS - 1)
            : (int) (home - firstBuckets) & (ADDED_BUCKETS - 1);
    return Bucket.PADDING + number * Bucket.LONGS;
  }

  @Override
  public int find(long key, byte[] rest, Observation observed) {
    for (int round = 0; ; round++) {
      long seen = shape();
      long home = homeOf(key, seen);
      long[] slab = slab(home);
      int at = at(home);
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        int record = search(slab, at, header, key);
        long stamp = record == NONE ? Bucket.stamp(slab, at) : 0;
        if (Bucket.isStill(slab, at, header)) {
          if (record != NONE) {
            return record;
          }
          if (shape() == seen) {
            observe(observed, home, header, stamp);
            return NONE;
          }
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
    // A bucket that another thread has removed from this chain may now belong to another chain. So
    // each step first checks that the header of the home bucket is unchanged.
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
    for (int round = 0; ; round++) {
      long seen = shape();
      long home = homeOf(key, seen);
      long[] slab = slab(home);
      int at = at(home);
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header)) {
        int found = search(slab, at, header, key);
        if (found == NONE && shape() == seen && Bucket.lock(slab, at, header)) {
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
      link = append(slab, at, link, key, record, null);
      observe(change.before, home, header, stamp);
      change.versionAfter = Bucket.changed(header, link);
      change.sibling.clear();
      change.overflows = link != 0;
    } finally {
      Bucket.unlock(slab, at, Bucket.changed(header, link));
    }
  }

  /**
   * Splits up to 8 home buckets if the index is too full and no other thread is splitting buckets.
   * Splitting inside a transaction could change nodes that the transaction has observed, so workers
   * call this method between transactions.
   */
  public void grow() {
    if (isTooFull() && splitting.compareAndSet(false, true)) {
      try {
        for (int i = 0; i < SPLITS_AT_ONCE && isTooFull(); i++) {
          split();
        }
      } finally {
        splitting.set(false);
      }
    }
  }

  private boolean isTooFull() {
    return size.sum() > MAX_FILL * buckets();
  }

  /** Moves about half of the entries of the next bucket to split into a new home bucket. */
  private void split() {
    long now = shape;
    int doublings = (int) (now >>> DOUBLINGS_SHIFT);
    long old = now & SPLITS_MASK;
    long sibling = old + (firstBuckets << doublings);
    addSlab(sibling);
    long[] slab = slab(old);
    int at = at(old);
    long header = lock(slab, at);
    int link = Bucket.link(header);
    try {
      collect(slab, at, link);
      takeAllOut(slab, at);
      // The code below allocates no memory, and so cannot fail. The two resulting chains need no
      // more overflow buckets than the old chain.
      link = 0;
      int siblingLink = 0;
      long[] siblingSlab = slab(sibling);
      int siblingAt = at(sibling);
      for (int i = 0; i < movedKeys.size(); i++) {
        long key = movedKeys.getLong(i);
        int record = movedRecords.getInt(i);
        if (((hash(key) >>> doublings) & 1) == 0) {
          link = append(slab, at, link, key, record, spare);
        } else {
          siblingLink = append(siblingSlab, siblingAt, siblingLink, key, record, spare);
        }
      }
      Bucket.raiseStamp(siblingSlab, siblingAt, Bucket.stamp(slab, at));
      Bucket.unlock(siblingSlab, siblingAt, Bucket.changed(0, siblingLink));
      boolean doubled = sibling + 1 == firstBuckets << (doublings + 1);
      shape = doubled ? (doublings + 1L) << DOUBLINGS_SHIFT : now + 1;
    } finally {
      Bucket.unlock(slab, at, Bucket.changed(header, link));
    }
    while (!spare.isEmpty()) {
      overflow.free(spare.popInt());
    }
  }

  /** Allocates the slab of a new home bucket, if the slab does not exist yet. */
  private void addSlab(long bucket) {
    int slab = (int) ((bucket - firstBuckets) >>> ADDED_SHIFT);
    long[][] slabs = added;
    if (slab < slabs.length && slabs[slab] != null) {
      return;
    }
    long[][] more = slabs;
    if (slab == slabs.length) {
      more = Arrays.copyOf(slabs, slab + slab / 2 + 1);
    }
    more[slab] = new long[Bucket.PADDING + ADDED_BUCKETS * Bucket.LONGS];
    added = more;
  }

  /** Locks a bucket, and returns its header. */
  private static long lock(long[] slab, int at) {
    for (int round = 0; ; round++) {
      long header = Bucket.header(slab, at);
      if (!Bucket.isLocked(header) && Bucket.lock(slab, at, header)) {
        return header;
      }
      SpinWait.pause(round);
    }
  }

  /** Lists the entries and the overflow buckets of a locked chain. */
  private void collect(long[] home, int homeAt, int link) {
    movedKeys.clear();
    movedRecords.clear();
    spare.clear();
    collectEntries(home, homeAt);
    for (int next = link; next != 0; ) {
      long[] slab = overflow.slab(next);
      int at = OverflowBuckets.at(next);
      collectEntries(slab, at);
      spare.addInt(next);
      next = (int) slab[at];
    }
  }

  private void collectEntries(long[] slab, int at) {
    int count = Bucket.count(slab, at);
    for (int slot = 0; slot < count; slot++) {
      movedKeys.addLong(Bucket.key(slab, at, slot));
      movedRecords.addInt(Bucket.record(slab, at, slot));
    }
  }

  /** Empties the buckets of a chain whose entries and overflow buckets are listed. */
  private void takeAllOut(long[] home, int homeAt) {
    Bucket.clear(home, homeAt);
    for (int i = 0; i < spare.size(); i++) {
      long[] slab = overflow.slab(spare.getInt(i));
      int at = OverflowBuckets.at(spare.getInt(i));
      Bucket.clear(slab, at);
      slab[at] = 0;
    }
  }

  /**
   * Appends an entry to a chain, and returns the link that the home bucket's header must have
   * afterwards.
   *
   * @param unused empty overflow buckets, at least as many as the chain still needs; null if the
   *     method may allocate overflow buckets
   */
  private int append(long[] home, int homeAt, int link, long key, int record, IntArrayList unused) {
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
    int taken = unused == null ? overflow.take() : unused.popInt();
    Bucket.put(overflow.slab(taken), OverflowBuckets.at(taken), 0, key, record);
    if (link == 0) {
      return taken;
    }
    slab[at] = taken;
    return link;
  }

  @Override
  public boolean remove(long key, byte[] rest, int record, long stamp) {
    for (int round = 0; ; round++) {
      long seen = shape();
      long home = homeOf(key, seen);
      long[] slab = slab(home);
      int at = at(home);
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
        if (found != record && Bucket.isStill(slab, at, header) && shape() == seen) {
          return false;
        }
      }
      SpinWait.pause(round);
    }
  }

  /**
   * Replaces a key's entry by the chain's last entry, and returns the link that the home bucket's
   * header must have afterwards.
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

  /**
   * The first loop computes the home buckets, the second loop reads them, and the third loop
   * searches them. The second loop is so short that the CPU loads many buckets in parallel.
   */
  @Override
  public long find(
      long[] keys, byte[][] rests, int from, int to, Observation observed, int[] records) {
    long seen = shape();
    for (int i = from; i < to; i++) {
      records[i] = (int) homeOf(keys[i], seen); // Fewer than 2^31 records need no more buckets.
    }
    long sum = 0;
    for (int i = from; i < to; i++) {
      long[] slab = slab(records[i]);
      int at = at(records[i]);
      sum += slab[at] + slab[at + Bucket.LONGS - 1]; // A bucket may be in two cache lines.
    }
    for (int i = from; i < to; i++) {
      records[i] = find(records[i], keys[i], seen, observed);
    }
    return sum;
  }

  /** Returns the record of a key whose home bucket was computed with the shape {@code seen}. */
  private int find(long home, long key, long seen, Observation observed) {
    long[] slab = slab(home);
    int at = at(home);
    long header = Bucket.header(slab, at);
    if (!Bucket.isLocked(header)) {
      int record = search(slab, at, header, key);
      if (Bucket.isStill(slab, at, header) && (record != NONE || shape() == seen)) {
        return record;
      }
    }
    return find(key, null, observed);
  }

  @Override
  public long size() {
    return size.sum();
  }

  /**
   * Returns the number of home buckets. While the index grows, a split may move a key to a new
   * bucket with a higher number, but never to a lower number. So a caller can visit the buckets in
   * ascending order until it has reached the number of buckets at that time. The caller then finds
   * every key that was in the index during the whole visit. The caller may find some keys twice.
   */
  public long buckets() {
    long now = shape;
    return (firstBuckets << (now >>> DOUBLINGS_SHIFT)) + (now & SPLITS_MASK);
  }

  /**
   * Adds the keys of a home bucket and of its overflow buckets to a list. The calling thread must
   * be inside an epoch.
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
      // A bucket that another thread has removed from this chain may now belong to another chain.
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
