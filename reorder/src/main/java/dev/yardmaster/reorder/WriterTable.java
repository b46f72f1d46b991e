package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * The distinct keys that a batch writes, numbered from 0, and the transactions that write each key,
 * oldest first.
 *
 * <p>The table uses open addressing with linear probing. The table is at most a quarter full, so
 * few searches need a second probe. The mispredicted branches of second probes would cost more than
 * the space. A slot contains a ticket: a number that increases from batch to batch. The ticket of a
 * key is its number in the batch plus {@code firstTicket}. A slot with a ticket of an earlier batch
 * counts as empty, so the table is not cleared between batches.
 */
public final class WriterTable {
  private static final int DUPLICATE = -1;
  private static final int SLOTS_PER_WRITE = 4;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private int[] slots = new int[0];
  private int firstTicket;
  private int shift;
  private int mask;

  private int keys;
  private long[] fingerprints = new long[0];
  private int[] lastWriter = new int[0];
  private int[] start = new int[2];

  private int[] keyOfWrite = new int[0];
  private int[] writers = new int[0];

  public WriterTable() {
    this(1);
  }

  /**
   * Creates a table; {@code firstTicket} is the first ticket, at least 1. Before the tickets
   * overflow, they start again at 1.
   */
  public WriterTable(int firstTicket) {
    this.firstTicket = firstTicket;
  }

  /** Replaces the content by the write sets of a batch. The cost is O(writes). */
  public void build(AccessSets batch) {
    int writes = batch.writeCount();
    firstTicket += keys;
    keys = 0;
    reserve(writes);
    numberKeys(batch);
    groupWriters(batch);
  }

  public boolean isEmpty() {
    return keys == 0;
  }

  /** Returns the number of a key, or a negative number if no transaction writes the key. */
  public int find(long fingerprint) {
    return slots[slotOf(fingerprint)] - firstTicket;
  }

  /** Returns the position in {@link #writers} of a key's oldest writer. */
  public int start(int key) {
    return start[key];
  }

  /** Returns the position in {@link #writers} after a key's youngest writer. */
  public int end(int key) {
    return start[key + 1];
  }

  /** Returns the writers of all keys. The array is valid until the next {@link #build}. */
  public int[] writers() {
    return writers;
  }

  /**
   * Returns the slot that contains the fingerprint's ticket; if there is none, the empty slot for
   * it.
   */
  private int slotOf(long fingerprint) {
    int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift);
    while (slots[slot] >= firstTicket && fingerprints[slots[slot] - firstTicket] != fingerprint) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void reserve(int writes) {
    // The size of the used part of the table depends on the current batch and not on the largest
    // earlier batch. So the used part stays in the cache while batches are small.
    int used = Capacity.atLeast(SLOTS_PER_WRITE * writes);
    if (slots.length < used) {
      slots = new int[used];
    }
    if (firstTicket > Integer.MAX_VALUE - writes) {
      Arrays.fill(slots, 0);
      firstTicket = 1;
    }
    shift = Long.SIZE - Integer.numberOfTrailingZeros(used);
    mask = used - 1;
    if (keyOfWrite.length < writes) {
      int capacity = Capacity.atLeast(writes);
      keyOfWrite = new int[capacity];
      fingerprints = new long[capacity];
      lastWriter = new int[capacity];
      writers = new int[capacity];
      start = new int[capacity + 2];
    }
  }

  /** Numbers the keys of the batch, and stores the number of writers of key k in start[k + 2]. */
  private void numberKeys(AccessSets batch) {
    long[] written = batch.rawWrites();
    start[0] = 0;
    start[1] = 0;
    for (int t = 0, j = 0; t < batch.size(); t++) {
      for (int end = batch.writeEnd(t); j < end; j++) {
        int slot = slotOf(written[j]);
        int key = slots[slot] - firstTicket;
        if (key < 0) {
          key = keys++;
          slots[slot] = firstTicket + key;
          fingerprints[key] = written[j];
          start[key + 2] = 0;
        } else if (lastWriter[key] == t) {
          keyOfWrite[j] = DUPLICATE;
          continue;
        }
        lastWriter[key] = t;
        keyOfWrite[j] = key;
        start[key + 2]++;
      }
    }
  }

  private void groupWriters(AccessSets batch) {
    for (int key = 0; key < keys; key++) {
      start[key + 2] += start[key + 1];
    }
    // Before the loop, start[k + 1] is the start of key k. The loop moves it to the end of key k,
    // which is the start of key k + 1.
    for (int t = 0, j = 0; t < batch.size(); t++) {
      for (int end = batch.writeEnd(t); j < end; j++) {
        int key = keyOfWrite[j];
        if (key != DUPLICATE) {
          writers[start[key + 1]++] = t;
        }
      }
    }
  }
}
