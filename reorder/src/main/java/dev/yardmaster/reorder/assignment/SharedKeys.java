package dev.yardmaster.reorder.assignment;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.KeyNumbers;
import java.util.Arrays;

/**
 * The keys of a batch that more than one transaction accesses, the transactions that access each of
 * these keys, and the conflicts between transactions.
 *
 * <p>Two transactions conflict if both access a key, and at least one of them writes the key.
 * Unlike an edge of a {@code ConflictGraph}, a conflict has no direction. Two writers of a key
 * conflict even if neither reads the key, because the writers would collide on two threads of an
 * engine.
 *
 * <p>A set of transactions is a bit set: a row of {@link #words} longs. The CPU cannot predict
 * which keys are shared, so the passes over the accesses have no branch for this. Instead, every
 * key that only one transaction accesses has number 0. The bit set of number 0 is written, but
 * never read. A batch without shared keys is recognised after one pass. The cost is O(transactions
 * + accesses + shared accesses × words). The memory is reused, and grows only for a batch that is
 * larger than all earlier batches.
 */
final class SharedKeys {
  private static final int SHARED_BIT = 16;
  private static final int SHARED = 1 << SHARED_BIT;
  private static final int FIRST = SHARED - 1;

  private final KeyNumbers numbers = new KeyNumbers();
  private int[] keyOfRead = new int[0];
  private int[] keyOfWrite = new int[0];
  // For each key number, the first transaction that accesses the key. The bit SHARED is set if
  // another transaction also accesses the key.
  private int[] owner = new int[1];
  private int sharedKeys;

  private int words;
  private long[] accessors = new long[0];
  private long[] writers = new long[0];
  // The shared keys of t are keys[start[t]] up to, but not including, keys[start[t + 1]]. Each key
  // occurs only once for t, even if t both reads and writes it.
  private int[] start = new int[1];
  private int[] keys = new int[0];
  private long[] conflicts = new long[0];

  /**
   * Replaces the content by the shared keys and the conflicts of a batch.
   *
   * @return whether there is a shared key; if there is none, the other methods must not be called
   */
  boolean build(AccessSets batch) {
    if (!number(batch)) {
      return false;
    }
    numberShared();
    reserve(batch);
    collectAccessors(batch);
    collectConflicts(batch.size());
    return true;
  }

  /** Returns the number of shared keys, which are numbered from 1. */
  int count() {
    return sharedKeys;
  }

  /** Returns the number of longs in a set of transactions. */
  int words() {
    return words;
  }

  /**
   * Returns the rows of the keys. Row k contains the transactions that access shared key k. The
   * array is valid until the next build.
   */
  long[] accessors() {
    return accessors;
  }

  /**
   * Returns the rows of the transactions. Row t contains the transactions that conflict with t. The
   * array is valid until the next build.
   */
  long[] conflicts() {
    return conflicts;
  }

  /**
   * Returns the shared keys of all transactions. Each key occurs once for each transaction that
   * accesses it. The array is valid until the next build.
   */
  int[] keys() {
    return keys;
  }

  /** Returns the position in {@link #keys} of the first shared key of {@code t}. */
  int start(int t) {
    return start[t];
  }

  /** Returns the position in {@link #keys} after the last shared key of {@code t}. */
  int end(int t) {
    return start[t + 1];
  }

  private boolean number(AccessSets batch) {
    int reads = batch.readCount();
    int writes = batch.writeCount();
    numbers.clear(reads + writes);
    if (keyOfRead.length < reads) {
      keyOfRead = new int[Capacity.atLeast(reads)];
    }
    if (keyOfWrite.length < writes) {
      keyOfWrite = new int[Capacity.atLeast(writes)];
    }
    if (owner.length <= reads + writes) {
      owner = new int[Capacity.atLeast(reads + writes) + 1];
    }
    int shared = 0;
    for (int t = 0, i = 0, j = 0; t < batch.size(); t++) {
      int readEnd = batch.readEnd(t);
      int writeEnd = batch.writeEnd(t);
      shared |= number(t, batch.rawReads(), i, readEnd, keyOfRead);
      shared |= number(t, batch.rawWrites(), j, writeEnd, keyOfWrite);
      i = readEnd;
      j = writeEnd;
    }
    return shared != 0;
  }

  private int number(int t, long[] fingerprints, int from, int end, int[] keyOf) {
    int shared = 0;
    for (int i = from; i < end; i++) {
      int known = numbers.count();
      int key = numbers.add(fingerprints[i]);
      keyOf[i] = key;
      int fresh = (known - key) >> (Integer.SIZE - 1); // The value is -1 for a new key, else 0.
      int first = (owner[key] & ~fresh) | (t & fresh);
      // SHARED if another transaction accesses the key, else 0.
      int other = ((first & FIRST) ^ t) + FIRST & SHARED;
      owner[key] = first | other;
      shared |= other;
    }
    return shared;
  }

  /**
   * Replaces each element of owner by the key's number among the shared keys, or by 0 if the key is
   * not shared.
   */
  private void numberShared() {
    sharedKeys = 0;
    for (int key = 1; key <= numbers.count(); key++) {
      int isShared = owner[key] >>> SHARED_BIT;
      sharedKeys += isShared;
      owner[key] = sharedKeys & -isShared;
    }
  }

  private void reserve(AccessSets batch) {
    int size = batch.size();
    int accesses = batch.readCount() + batch.writeCount();
    words = (size + Long.SIZE - 1) / Long.SIZE;
    int rows = (sharedKeys + 1) * words;
    if (accessors.length < rows) {
      accessors = new long[Capacity.atLeast(rows)];
      writers = new long[accessors.length];
    }
    if (conflicts.length < size * words) {
      conflicts = new long[Capacity.atLeast(size * words)];
    }
    if (start.length <= size) {
      start = new int[Capacity.atLeast(size) + 1];
    }
    if (keys.length <= accesses) {
      keys = new int[Capacity.atLeast(accesses + 1)];
    }
    Arrays.fill(accessors, words, rows, 0);
    Arrays.fill(writers, words, rows, 0);
    Arrays.fill(conflicts, 0, size * words, 0);
  }

  private void collectAccessors(AccessSets batch) {
    int end = 0;
    for (int t = 0, i = 0, j = 0; t < batch.size(); t++) {
      for (int writeEnd = batch.writeEnd(t); j < writeEnd; j++) {
        int key = owner[keyOfWrite[j]];
        writers[key * words + (t >> 6)] |= 1L << t;
        end = access(t, key, end);
      }
      for (int readEnd = batch.readEnd(t); i < readEnd; i++) {
        end = access(t, owner[keyOfRead[i]], end);
      }
      start[t + 1] = end;
    }
  }

  private int access(int t, int key, int end) {
    int at = key * words + (t >> 6);
    int before = (int) (accessors[at] >>> t) & 1;
    accessors[at] |= 1L << t;
    keys[end] = key;
    // The end advances only if the key is shared, and new for t.
    return end + ((-key >>> (Integer.SIZE - 1)) & ~before);
  }

  private void collectConflicts(int size) {
    for (int t = 0, k = 0; t < size; t++) {
      int row = t * words;
      int own = row + (t >> 6);
      for (int end = start[t + 1]; k < end; k++) {
        int of = keys[k] * words;
        boolean writes = (writers[of + (t >> 6)] >>> t & 1) != 0;
        long[] with = writes ? accessors : writers;
        for (int w = 0; w < words; w++) {
          conflicts[row + w] |= with[of + w];
        }
      }
      conflicts[own] &= ~(1L << t);
    }
  }
}
