package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.KeyNumbers;
import java.util.Arrays;

/**
 * The conflict graph of a batch of any size, as a matrix of bits. For up to 64 transactions, {@link
 * SmallConflictGraph} is faster. A row is {@link #words} words of an array, and the row of t starts
 * at {@code t * words}.
 *
 * <p>A mask of writers or readers is as long as a row. To save memory, only keys that are both
 * written and read have masks.
 *
 * <p>The cost is O((transactions + reads + writes) · words). The memory is reused, and grows only
 * for larger batches.
 */
public final class WideConflictGraph {
  private int size;
  private int words;
  private long[] out = new long[0];
  private long[] in = new long[0];

  private final KeyNumbers keys = new KeyNumbers();
  private int[] keyOfWrite = new int[0];
  private int[] keyOfRead = new int[0];
  private int[] maskOfKey = new int[0];
  private long[] writers = new long[0];
  private long[] readers = new long[0];

  /** Replaces the graph by the graph of a batch. */
  public void build(AccessSets batch) {
    size = batch.size();
    words = words(size);
    int reads = batch.readCount();
    int writes = batch.writeCount();
    reserve(reads, writes);
    numberKeys(batch, reads, writes);
    int masks = numberMasks(reads);
    reserveMasks(masks);
    fillMasks(batch);
    collectRows(batch);
  }

  /** Returns the number of words in a set of the given number of vertices. */
  public static int words(int vertices) {
    return (vertices + Long.SIZE - 1) >>> 6;
  }

  /** Fills a set with the vertices from 0 to {@code count - 1}. */
  static void fill(long[] set, int words, int count) {
    Arrays.fill(set, 0, words, -1L);
    if ((count & 63) != 0) {
      set[words - 1] = (1L << count) - 1;
    }
  }

  static int count(long[] set, int words) {
    int count = 0;
    for (int i = 0; i < words; i++) {
      count += Long.bitCount(set[i]);
    }
    return count;
  }

  public int size() {
    return size;
  }

  public int words() {
    return words;
  }

  /**
   * Returns the rows of the graph. Row t contains the transactions that must commit after t. The
   * array is valid until the next build.
   */
  public long[] out() {
    return out;
  }

  /**
   * Returns the rows of the transposed graph. Row t contains the transactions that must commit
   * before t. The array is valid until the next build.
   */
  public long[] in() {
    return in;
  }

  public int edges() {
    return count(out, size * words);
  }

  private void reserve(int reads, int writes) {
    if (out.length < size * words) {
      int capacity = Capacity.atLeast(size);
      out = new long[capacity * words(capacity)];
      in = new long[capacity * words(capacity)];
    }
    if (keyOfWrite.length < writes) {
      keyOfWrite = new int[Capacity.atLeast(writes)];
      maskOfKey = new int[Capacity.atLeast(writes) + 1];
    }
    if (keyOfRead.length < reads) {
      keyOfRead = new int[Capacity.atLeast(reads)];
    }
  }

  private void numberKeys(AccessSets batch, int reads, int writes) {
    long[] written = batch.rawWrites();
    keys.clear(writes);
    for (int j = 0; j < writes; j++) {
      keyOfWrite[j] = keys.add(written[j]);
    }
    long[] read = batch.rawReads();
    for (int i = 0; i < reads; i++) {
      keyOfRead[i] = keys.find(read[i]);
    }
  }

  /** Numbers the masks of the keys that are both written and read, from 1. Mask 0 stays empty. */
  private int numberMasks(int reads) {
    if (keys.count() > 0) {
      Arrays.fill(maskOfKey, 0, keys.count() + 1, 0);
    }
    int masks = 0;
    for (int i = 0; i < reads; i++) {
      int key = keyOfRead[i];
      if (key != 0 && maskOfKey[key] == 0) {
        maskOfKey[key] = ++masks;
      }
    }
    return masks;
  }

  private void reserveMasks(int masks) {
    int length = (masks + 1) * words;
    if (writers.length < length) {
      writers = new long[Capacity.atLeast(length)];
      readers = new long[Capacity.atLeast(length)];
    } else {
      Arrays.fill(writers, 0, length, 0);
      Arrays.fill(readers, 0, length, 0);
    }
  }

  private void fillMasks(AccessSets batch) {
    for (int t = 0, i = 0, j = 0; t < size; t++) {
      long bit = 1L << t;
      int word = t >>> 6;
      for (int end = batch.writeEnd(t); j < end; j++) {
        int mask = maskOfKey[keyOfWrite[j]];
        if (mask != 0) {
          writers[mask * words + word] |= bit;
        }
      }
      for (int end = batch.readEnd(t); i < end; i++) {
        int key = keyOfRead[i];
        if (key != 0) {
          readers[maskOfKey[key] * words + word] |= bit;
        }
      }
    }
  }

  private void collectRows(AccessSets batch) {
    Arrays.fill(out, 0, size * words, 0);
    Arrays.fill(in, 0, size * words, 0);
    for (int t = 0, i = 0, j = 0; t < size; t++) {
      int row = t * words;
      for (int end = batch.readEnd(t); i < end; i++) {
        int key = keyOfRead[i];
        if (key != 0) {
          unite(out, row, writers, maskOfKey[key] * words);
        }
      }
      for (int end = batch.writeEnd(t); j < end; j++) {
        int mask = maskOfKey[keyOfWrite[j]];
        if (mask != 0) {
          unite(in, row, readers, mask * words);
        }
      }
      out[row + (t >>> 6)] &= ~(1L << t); // A transaction has no edge to itself.
      in[row + (t >>> 6)] &= ~(1L << t);
    }
  }

  private void unite(long[] rows, int row, long[] masks, int mask) {
    for (int i = 0; i < words; i++) {
      rows[row + i] |= masks[mask + i];
    }
  }
}
