package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.storage.table.DiskTable;
import java.util.ArrayDeque;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A store whose data may be larger than memory. A table on disk contains all entries as of the last
 * flush. Memory contains the entries that have changed since then, the outcomes of transactions,
 * and as many other entries as fit.
 *
 * <p>A flush copies the changed entries to the table ({@link #collect}). An entry may leave memory
 * when its newest version is on disk and is at or below the horizon. No write with a lower version
 * can then arrive, and no snapshot needs an older version. So if a key is not in memory, its newest
 * version is on disk.
 *
 * <p>If a key is not in memory, {@link #get}, {@link #getAsOf} and scans read it from disk, and
 * wait for the disk. To avoid this wait, a worker first sends reads of such keys to the table's
 * reader. After a flush, no entry leaves memory until the reader has answered all requests that
 * were sent before the end of the flush. So an answer of the reader never contains an older version
 * than one that has left memory.
 *
 * <p>Entries leave memory in the order of their arrival, except that a recently used entry gets a
 * second chance (the clock algorithm).
 */
public final class DiskStore extends InMemoryStore {

  /** The maximum number of entries that one call of {@link #release} considers for eviction. */
  private static final int MAX_LOOKED_AT = 1024;

  private static final Key FIRST_OUTCOME = new TransactionId(0, 0, 0).outcomeKey();

  /**
   * The end of the range of reserved keys: greater than every reserved key, and at most the first
   * key after the reserved keys.
   */
  static final Key AFTER_RESERVED = Key.of("yardmaster/", Long.MIN_VALUE);

  private final DiskTable table;
  private final Predicate<Key> owns;
  private final long memoryBytes;

  private final ArrayDeque<StoredEntry> changed = new ArrayDeque<>();
  private final ArrayDeque<StoredEntry> flushing = new ArrayDeque<>();
  private final ArrayDeque<StoredEntry> evictable = new ArrayDeque<>();

  /**
   * The number of changed entries that the current flush must still collect; -1 if no flush is
   * collecting.
   */
  private int uncollected = -1;

  /** The number of flushes that have ended. */
  private long flushes;

  /** The number of unanswered requests that were sent to the reader before the last flush ended. */
  private int sentBefore;

  /** The number of unanswered requests that were sent to the reader after the last flush ended. */
  private int sentSince;

  /**
   * Creates a store without changed entries. The constructor reads the outcomes of transactions
   * from disk.
   *
   * @param table the table of all shards
   * @param fingerprints returns a key's fingerprint; the thread that owns the store calls it
   * @param owns returns whether a key belongs to this shard; null if there is only one shard
   * @param memoryBytes the memory of entries, in bytes, above which entries leave memory; changed
   *     entries stay in memory even above this limit
   */
  public DiskStore(
      DiskTable table, ToLongFunction<Key> fingerprints, Predicate<Key> owns, long memoryBytes) {
    this.table = table;
    this.owns = owns;
    this.memoryBytes = memoryBytes;
    table.scan(
        FIRST_OUTCOME,
        AFTER_RESERVED,
        false,
        (key, value, version) -> {
          if (isOwn(key)) {
            StoredEntry unused = admit(key, fingerprints.applyAsLong(key), value, version);
          }
          return true;
        });
  }

  /** Returns whether a key belongs to this shard. */
  boolean isOwn(Key key) {
    return owns == null || owns.test(key);
  }

  @Override
  public Entry get(Key key, long fingerprint) {
    StoredEntry entry = find(key, fingerprint);
    return entry != null || key.isReserved() ? entry : load(key, fingerprint);
  }

  @Override
  public Entry getFromMemory(Key key, long fingerprint) {
    return find(key, fingerprint);
  }

  private StoredEntry load(Key key, long fingerprint) {
    DiskTable.Found found = table.get(key);
    return found == null ? null : cache(key, fingerprint, found);
  }

  private StoredEntry cache(Key key, long fingerprint, DiskTable.Found found) {
    StoredEntry entry = admit(key, fingerprint, found.value(), found.version());
    entry.queued = true;
    evictable.add(entry);
    return entry;
  }

  /** {@inheritDoc} The read fails if the key is not in memory. */
  @Override
  public boolean readNow(ReadSet reads, int position, long through) {
    StoredEntry entry = find(reads.key(position), reads.fingerprint(position));
    if (entry == null) {
      return false;
    }
    entry.use();
    return entry.readPresent(reads, position, through);
  }

  @Override
  public Entry getAsOf(Key key, long fingerprint, long version) {
    return find(key, fingerprint) == null
        ? get(key, fingerprint)
        : super.getAsOf(key, fingerprint, version);
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    if (oldVersions.keepsReplacedAt(version)
        && !key.isReserved()
        && find(key, fingerprint) == null) {
      StoredEntry replaced = load(key, fingerprint);
      if (replaced != null && replaced.version() >= version) {
        return false;
      }
    }
    return super.write(key, fingerprint, value, version);
  }

  @Override
  void changed(StoredEntry entry) {
    if (!entry.changed) {
      entry.changed = true;
      changed.add(entry);
    }
  }

  /** Raises the horizon. If the entries use too much memory, removes some of them from memory. */
  @Override
  public void release(long lowest) {
    super.release(lowest);
    if (sentBefore == 0) {
      evict();
    }
  }

  private void evict() {
    for (int i = 0; i < MAX_LOOKED_AT && bytes() > memoryBytes && !evictable.isEmpty(); i++) {
      StoredEntry entry = evictable.remove();
      entry.queued = false;
      if (!entry.isPresent() || entry.changed || entry.flushing) {
        continue; // After the next flush, the entry is in the queue again.
      }
      if (entry.takeUsed() || entry.version() > oldVersions.horizon()) {
        enqueue(entry);
      } else {
        evict(entry);
      }
    }
  }

  private void enqueue(StoredEntry entry) {
    if (!entry.queued) {
      entry.queued = true;
      evictable.add(entry);
    }
  }

  /**
   * Moves changed entries to a flush. The first call begins the flush. The flush contains the
   * entries that have changed before this first call.
   *
   * @param visitor receives the entries; returns whether it accepts another entry
   * @return whether the flush has collected all its entries
   */
  public boolean collect(Visitor visitor) {
    if (uncollected < 0) {
      uncollected = changed.size();
    }
    boolean takesMore = true;
    while (uncollected > 0 && takesMore) {
      uncollected--;
      StoredEntry entry = changed.remove();
      entry.changed = false;
      if (entry.isPresent()) {
        entry.flushing = true;
        flushing.add(entry);
        takesMore = visitor.visit(entry);
      }
    }
    if (uncollected > 0) {
      return false;
    }
    uncollected = -1;
    return true;
  }

  /** Returns whether a flush has begun and has not ended. */
  public boolean isFlushing() {
    return uncollected >= 0 || !flushing.isEmpty();
  }

  /** Ends the flush: its entries are on disk. */
  public void flushed() {
    flushes++;
    sentBefore += sentSince;
    sentSince = 0;
    for (StoredEntry entry = flushing.poll(); entry != null; entry = flushing.poll()) {
      entry.flushing = false;
      boolean mayLeave = !entry.isReserved() || entry.value() == null;
      if (!entry.changed && entry.isPresent() && mayLeave) {
        enqueue(entry);
      }
    }
  }

  /**
   * Ends the flush after a failure: the disk may lack the flush's entries. The next flush contains
   * them again.
   */
  public void flushFailed() {
    uncollected = -1;
    for (StoredEntry entry = flushing.poll(); entry != null; entry = flushing.poll()) {
      entry.flushing = false;
      if (entry.isPresent()) {
        changed(entry);
      }
    }
  }

  /**
   * Ends a flush in progress as failed, and stops counting the requests that the reader has not
   * answered.
   */
  @Override
  public void workerStopped() {
    flushFailed();
    sentBefore = 0;
    sentSince = 0;
  }

  /** Returns whether a key can be read without the disk. Marks the key's entry as used. */
  public boolean isInMemory(Key key, long fingerprint) {
    StoredEntry entry = find(key, fingerprint);
    if (entry == null) {
      return key.isReserved();
    }
    entry.use();
    return true;
  }

  /**
   * Records that a request is sent to the table's reader.
   *
   * @return the number of flushes that have ended; the caller later passes this number to {@link
   *     #received}
   */
  public long sent() {
    sentSince++;
    return flushes;
  }

  /**
   * Records that the reader has answered a request. {@code flush} is the number that {@link #sent}
   * returned for the request.
   */
  public void received(long flush) {
    if (flush == flushes) {
      sentSince--;
    } else {
      sentBefore--;
    }
  }

  /**
   * Adds the entry that the reader has found for a key to memory; {@code found} is null if there is
   * no entry. If the key is already in memory, this version is the same or a newer one, so the call
   * has no effect.
   */
  public void found(Key key, long fingerprint, DiskTable.Found found) {
    if (found != null && find(key, fingerprint) == null) {
      StoredEntry unused = cache(key, fingerprint, found);
    }
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
    new MergedScan(this, table, from, to, backward, entry -> entry, visitor).run();
  }

  @Override
  public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    new MergedScan(this, table, from, to, backward, entry -> visible(entry, version), visitor)
        .run();
  }
}
