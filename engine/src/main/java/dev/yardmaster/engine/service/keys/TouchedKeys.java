package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.service.RunState;
import dev.yardmaster.service.TransactionLimits;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The keys that one run of a procedure, or an interactive transaction, may read and write, with the
 * values that the run has read and written. The class is a hash table. An instance is reused for
 * later runs, and one thread at a time uses it.
 */
public final class TouchedKeys extends RunState {

  private static final int NONE = -1;
  private static final int READABLE = 1;
  private static final int SEEN = 2;
  private static final int WRITABLE = 4;
  private static final int WRITTEN = 8;
  private static final int TAKES_PLACE = 16;

  private final TransactionLimits limits;
  private Key[] keys = new Key[16];
  private int[] marks = new int[16];
  private byte[][] stored = new byte[16][];
  private byte[][] values = new byte[16][];
  private byte[][] written = new byte[16][];
  private byte[][] toBeStored = new byte[16][];
  private final TouchedScans scans = new TouchedScans();
  private int[] buckets = newBuckets(64);
  private int size;
  private int reads;
  private int writes;
  private int changes;
  private long writtenBytes;
  private long rowBytes;

  /** Creates an empty set of keys. */
  public TouchedKeys(TransactionLimits limits) {
    super(limits);
    this.limits = limits;
  }

  private static int[] newBuckets(int length) {
    int[] buckets = new int[length];
    Arrays.fill(buckets, NONE);
    return buckets;
  }

  /** Removes all keys. */
  public void clear() {
    forget();
    scans.clear();
    rowBytes = 0;
    if (size == 0) {
      return;
    }
    clearBuckets();
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(marks, 0, size, 0);
    Arrays.fill(stored, 0, size, null);
    Arrays.fill(values, 0, size, null);
    Arrays.fill(written, 0, size, null);
    Arrays.fill(toBeStored, 0, size, null);
    size = 0;
    reads = 0;
    writes = 0;
    changes = 0;
    writtenBytes = 0;
  }

  /**
   * Clears the buckets. If there are few keys, only the used buckets are cleared. So the cost for a
   * small transaction does not depend on the size of earlier transactions.
   */
  private void clearBuckets() {
    if (buckets.length <= 16 * size) {
      Arrays.fill(buckets, NONE);
      return;
    }
    for (int i = 0; i < size; i++) {
      int bucket = bucketOf(keys[i]);
      while (buckets[bucket] != NONE) {
        buckets[bucket] = NONE;
        bucket = (bucket + 1) & (buckets.length - 1);
      }
    }
  }

  /** Returns the position of a key, or a negative number if the key is not in the set. */
  public int find(Key key) {
    int mask = buckets.length - 1;
    for (int bucket = bucketOf(key); ; bucket = (bucket + 1) & mask) {
      int position = buckets[bucket];
      if (position == NONE || keys[position].equals(key)) {
        return position;
      }
    }
  }

  private int bucketOf(Key key) {
    int hash = key.hashCode() * 0x9E3779B1;
    return (hash ^ (hash >>> 15)) & (buckets.length - 1);
  }

  /** Adds a key, unless it is already in the set. Returns the position of the key. */
  int touch(Key key) {
    int position = find(key);
    if (position >= 0) {
      return position;
    }
    if (size == keys.length) {
      grow();
    }
    keys[size] = key;
    enter(size);
    return size++;
  }

  private void grow() {
    int length = 2 * size;
    keys = Arrays.copyOf(keys, length);
    marks = Arrays.copyOf(marks, length);
    stored = Arrays.copyOf(stored, length);
    values = Arrays.copyOf(values, length);
    written = Arrays.copyOf(written, length);
    toBeStored = Arrays.copyOf(toBeStored, length);
    buckets = newBuckets(4 * length);
    for (int i = 0; i < size; i++) {
      enter(i);
    }
  }

  private void enter(int position) {
    int bucket = bucketOf(keys[position]);
    while (buckets[bucket] != NONE) {
      bucket = (bucket + 1) & (buckets.length - 1);
    }
    buckets[bucket] = position;
  }

  /**
   * Allows the run to read a key.
   *
   * @return the key's position
   * @throws dev.yardmaster.api.YardmasterException if there are more keys than the limit, not
   *     counting the service's own keys, or if the key's table has typed rows
   */
  public int allowRead(Key key) {
    int position = find(key);
    if (position >= 0 && is(position, READABLE)) {
      return position;
    }
    reads = counted("reads", key, reads);
    position = touch(key);
    marks[position] |= READABLE;
    return position;
  }

  /** As {@link #allowRead}, but allows the run to write the key. */
  public int allowWrite(Key key) {
    int position = find(key);
    if (position >= 0 && is(position, WRITABLE)) {
      return position;
    }
    writes = counted("writes", key, writes);
    position = touch(key);
    marks[position] |= WRITABLE;
    return position;
  }

  private int counted(String what, Key key, int before) {
    if (key.isReserved()) {
      return before;
    }
    if (before == limits.maxKeys()) {
      throw Failures.tooMany(what, limits.maxKeys(), before + 1);
    }
    limits.checkTable(key);
    return before + 1;
  }

  private boolean is(int position, int mark) {
    return (marks[position] & mark) != 0;
  }

  /**
   * Records the stored value that the run has read; null if the key has no value. The array still
   * belongs to the table, so the caller must not change it.
   */
  public void saw(int position, byte[] found) {
    marks[position] |= SEEN;
    stored[position] = found;
  }

  /** Buffers a write of the value, or a deletion if the value is null. */
  public void write(int position, byte[] value) {
    writtenBytes += lengthOf(value) - lengthOf(written[position]);
    marks[position] |= WRITTEN;
    written[position] = value;
  }

  private static long lengthOf(byte[] value) {
    return value == null ? 0 : value.length;
  }

  /** Marks all writes as not applied to the tables yet. */
  public void beginChanges() {
    for (int i = 0; i < size; i++) {
      marks[i] &= ~TAKES_PLACE;
      toBeStored[i] = null;
    }
    changes = 0;
  }

  /**
   * Marks a write that changes the table. The log record of a commit must contain every such write.
   *
   * @param array the stored value in the table; null for a deletion
   */
  public void takesPlace(int position, byte[] array) {
    toBeStored[position] = array;
    marks[position] |= TAKES_PLACE;
    changes++;
  }

  /** Sets the version and the writing transaction in all stored values that the run writes. */
  public void stamp(long version, long transactionId) {
    for (int i = 0; i < size; i++) {
      if (toBeStored[i] != null) {
        StoredValue.stamp(toBeStored[i], version, transactionId);
      }
    }
  }

  /**
   * Returns the highest version of the values that the run has read. The run must have changed
   * nothing. If the run has found a key missing, has deleted a missing key or has scanned, the
   * stored values do not determine on which commits the run depends. In these cases, the method
   * returns the given version.
   */
  public long newestSeen(long otherwise) {
    long newest = 0;
    for (int i = 0; i < size; i++) {
      if (is(i, SEEN) && stored[i] != null) {
        newest = Math.max(newest, StoredValue.version(stored[i]));
      } else if (is(i, SEEN) || is(i, WRITTEN)) {
        return otherwise;
      }
    }
    return scans.found().isEmpty() ? newest : otherwise;
  }

  @Override
  protected void discardWrites() {
    for (int i = 0; i < size; i++) {
      marks[i] &= ~WRITTEN;
      written[i] = null;
    }
    writtenBytes = 0;
  }

  public int size() {
    return size;
  }

  /** Returns the scans of the same run. */
  public TouchedScans scans() {
    return scans;
  }

  public Key key(int position) {
    return keys[position];
  }

  public boolean mayRead(int position) {
    return is(position, READABLE);
  }

  boolean mayWrite(int position) {
    return is(position, WRITABLE);
  }

  public boolean isSeen(int position) {
    return is(position, SEEN);
  }

  boolean isWritten(int position) {
    return is(position, WRITTEN);
  }

  public boolean takesPlace(int position) {
    return is(position, TAKES_PLACE);
  }

  /** Returns the number of writes that change a table. */
  public int changes() {
    return changes;
  }

  /** Returns the stored value that the run has read. */
  public byte[] stored(int position) {
    return stored[position];
  }

  /** Returns the written value; null for a deletion. */
  public byte[] written(int position) {
    return written[position];
  }

  /**
   * Returns the current value of a key that the run has read or written. If the run has written the
   * key, this is the written value; otherwise it is the value that the run has read. The result is
   * not a copy.
   */
  public byte[] current(int position) {
    if (is(position, WRITTEN)) {
      return written[position];
    }
    if (values[position] == null && stored[position] != null) {
      values[position] = StoredValue.value(stored[position]);
    }
    return values[position];
  }

  @Override
  protected long writtenBytes() {
    return writtenBytes + rowBytes;
  }

  /** Sets the total length of the typed rows that the run has written, in bytes. */
  public void rowBytes(long bytes) {
    rowBytes = bytes;
  }

  /**
   * Adds a scan to the run, even if the run already has an equal scan. Returns the new scan, which
   * has no results yet.
   */
  public KeyScan addScan(Scan scan) {
    limits.checkTable(scan.from());
    return scans.add(scan);
  }

  @Override
  protected void writeOutcome(Key key, byte[] record) {
    write(allowWrite(key), record);
  }

  // The methods below are called by the declarations and the logic of a procedure.

  @Override
  public void read(Key key) {
    var unused = allowRead(Values.check(key));
  }

  @Override
  public void write(Key key) {
    var unused = allowWrite(Values.check(key));
  }

  @Override
  public void scan(Scan scan) {
    limits.checkTable(Values.check(scan.from()));
    scans.allow(scan);
  }

  @Override
  public boolean hasUnread() {
    for (int i = 0; i < size; i++) {
      if (is(i, READABLE) && !is(i, SEEN)) {
        return true;
      }
    }
    return scans.next() != null;
  }

  @Override
  public byte[] current(Key key) {
    int position = find(key);
    return position < 0 || !(is(position, SEEN) || is(position, WRITTEN))
        ? UNDECLARED
        : current(position);
  }

  @Override
  public boolean buffer(Key key, byte[] value) {
    int position = find(key);
    if (position < 0 || !is(position, WRITABLE)) {
      return false;
    }
    write(position, value);
    return true;
  }

  @Override
  public ScannedEntries scanned(Scan scan) {
    KeyScan found = scans.found(scan);
    return found == null ? null : found.entries();
  }

  @Override
  public Map<Key, byte[]> written() {
    Map<Key, byte[]> all = new HashMap<>();
    for (int i = 0; i < size; i++) {
      if (is(i, WRITTEN)) {
        all.put(keys[i], written[i]);
      }
    }
    return all;
  }
}
