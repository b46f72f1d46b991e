package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.engine.index.HashIndex;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.NodeChange;
import dev.yardmaster.engine.index.Observation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * An implementation of Silo for one workload only: reads and read-modify-writes of existing
 * records, by one worker. The class has the engine's hash index and record format, but none of the
 * engine's abstractions. The difference to the engine's time is therefore the cost of the engine's
 * pluggable protocols.
 *
 * <p>The implementation follows Silo's full protocol, so several workers could share its records.
 * It has no inserts, deletes, scans or epochs, so validation checks only the version words of
 * records.
 */
final class HandWrittenSilo {

  /** The length of a row in longs: a counter, the length of the payload and the payload. */
  static final int ROW_LONGS = 14;

  private static final int STRIDE = 1 + ROW_LONGS;
  private static final long LOCKED = 1;
  private static final int STATUS_BITS = 3;
  private static final int WORKER_BITS = 8;
  private static final int MAX_ACCESSES = 32;
  private static final int BUCKETS = 64;
  private static final int NONE = -1;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final HashIndex index;
  private final long[] records;
  private final Observation observed = new Observation();

  // The accesses of the transaction, in the order of their first use.
  private final int[] record = new int[MAX_ACCESSES];
  private final long[] seen = new long[MAX_ACCESSES];
  private final boolean[] written = new boolean[MAX_ACCESSES];
  private final long[] rows = new long[MAX_ACCESSES * ROW_LONGS];
  private final int[] next = new int[MAX_ACCESSES];
  private final int[] buckets = new int[BUCKETS];
  private final int[] sorted = new int[MAX_ACCESSES];
  private int size;
  private int writes;
  private int locked;
  private long lastVersion;

  /** Loads the keys 0 to {@code count - 1}. */
  HandWrittenSilo(int count) {
    index = new HashIndex(count);
    records = new long[Math.multiplyExact(count, STRIDE)];
    NodeChange change = new NodeChange();
    for (int key = 0; key < count; key++) {
      index.insert(key, null, key, (slot, stamp) -> {}, change);
    }
    Arrays.fill(buckets, NONE);
  }

  /**
   * Runs a transaction, again after each conflict, until it commits.
   *
   * @param keys the keys of all transactions; the keys of this transaction start at index {@code
   *     from}
   * @param updates bit {@code i} is set if request {@code i} updates its record
   * @return the sum of the counters that the transaction read
   */
  long run(int[] keys, int from, int requests, long updates) {
    while (true) {
      long sum = execute(keys, from, requests, updates);
      boolean committed = commit();
      clear();
      if (committed) {
        return sum;
      }
    }
  }

  private long execute(int[] keys, int from, int requests, long updates) {
    long sum = 0;
    for (int i = 0; i < requests; i++) {
      int access = access(keys[from + i]);
      if ((updates >>> i & 1) != 0) {
        written[access] = true;
        rows[access * ROW_LONGS]++;
      } else {
        sum += rows[access * ROW_LONGS];
      }
    }
    return sum;
  }

  private int access(int key) {
    int found = index.find(key, null, observed);
    if (found == Index.NONE) {
      throw new IllegalStateException("records are never deleted: key=" + key);
    }
    int bucket = bucketOf(found);
    for (int i = buckets[bucket]; i != NONE; i = next[i]) {
      if (record[i] == found) {
        return i;
      }
    }
    int access = size++;
    record[access] = found;
    written[access] = false;
    next[access] = buckets[bucket];
    buckets[bucket] = access;
    read(access, found * STRIDE);
    return access;
  }

  private static int bucketOf(int ofRecord) {
    int hash = ofRecord * 0x9E3779B1;
    return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
  }

  private void read(int access, int at) {
    while (true) {
      long word = (long) WORD.getAcquire(records, at);
      if ((word & LOCKED) == 0) {
        System.arraycopy(records, at + 1, rows, access * ROW_LONGS, ROW_LONGS);
        VarHandle.acquireFence();
        if ((long) WORD.getAcquire(records, at) == word) {
          seen[access] = word;
          return;
        }
      }
      Thread.onSpinWait();
    }
  }

  private boolean commit() {
    sortWrites();
    if (!lockWrites() || !readsHold()) {
      unlock();
      return false;
    }
    long word = lastVersion << STATUS_BITS;
    for (int i = 0; i < writes; i++) {
      int access = sorted[i];
      int at = record[access] * STRIDE;
      System.arraycopy(rows, access * ROW_LONGS, records, at + 1, ROW_LONGS);
      WORD.setRelease(records, at, word);
    }
    return true;
  }

  private void sortWrites() {
    writes = 0;
    for (int i = 0; i < size; i++) {
      if (written[i]) {
        int at = writes++;
        for (; at > 0 && record[i] < record[sorted[at - 1]]; at--) {
          sorted[at] = sorted[at - 1];
        }
        sorted[at] = i;
      }
    }
  }

  private boolean lockWrites() {
    for (locked = 0; locked < writes; ) {
      int access = sorted[locked];
      int at = record[access] * STRIDE;
      long word = (long) WORD.getAcquire(records, at);
      if ((word & LOCKED) != 0) {
        Thread.onSpinWait();
      } else if (word != seen[access]) {
        return false;
      } else if (WORD.compareAndSet(records, at, word, word | LOCKED)) {
        locked++;
      }
    }
    VarHandle.fullFence();
    return true;
  }

  private boolean readsHold() {
    long highest = lastVersion;
    for (int i = 0; i < size; i++) {
      if (!written[i] && (long) WORD.getAcquire(records, record[i] * STRIDE) != seen[i]) {
        return false;
      }
      highest = Math.max(highest, seen[i] >>> STATUS_BITS);
    }
    lastVersion = ((highest >>> WORKER_BITS) + 1) << WORKER_BITS;
    return true;
  }

  private void unlock() {
    for (int i = 0; i < locked; i++) {
      int access = sorted[i];
      WORD.setRelease(records, record[access] * STRIDE, seen[access]);
    }
  }

  private void clear() {
    for (int i = 0; i < size; i++) {
      buckets[bucketOf(record[i])] = NONE;
    }
    size = 0;
  }

  /** Returns the sum of all counters, which is the number of committed updates. */
  long updates() {
    long sum = 0;
    for (int at = 1; at < records.length; at += STRIDE) {
      sum += records[at];
    }
    return sum;
  }
}
