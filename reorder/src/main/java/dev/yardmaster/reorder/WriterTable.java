package dev.yardmaster.reorder;

/**
 * The distinct keys written in a batch, and the transactions that write each, oldest first.
 *
 * <p>Open addressing with linear probing, at most half full. A slot is a pair: fingerprint, ticket.
 * Tickets count up over all batches and the tickets of one batch are its key numbers plus {@code
 * firstTicket}; a slot with an older ticket is empty, so nothing is cleared between batches.
 */
final class WriterTable {
  private static final int ABSENT = -1;
  private static final int DUPLICATE = -1;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private long[] slots = new long[0];
  private long firstTicket = 1;
  private int shift;
  private int mask;
  private int keys;

  private int[] keyOfWrite = new int[0];
  private int[] lastWriter = new int[0];
  private int[] start = new int[2];
  private int[] writers = new int[0];

  /** Replaces the content by the batch's write sets. O(writes). */
  void build(AccessSets batch) {
    int writes = batch.writeCount();
    firstTicket += keys;
    keys = 0;
    reserve(writes);
    numberKeys(batch);
    groupWriters(batch, writes);
  }

  boolean isEmpty() {
    return keys == 0;
  }

  /** The number of a key, or a negative number when no transaction writes it. */
  int find(long fingerprint) {
    int slot = slotOf(fingerprint);
    long ticket = slots[slot + 1] - firstTicket;
    return ticket < 0 ? ABSENT : (int) ticket;
  }

  /** The position in {@link #writers} of a key's oldest writer. */
  int start(int key) {
    return start[key];
  }

  /** The position in {@link #writers} after a key's youngest writer. */
  int end(int key) {
    return start[key + 1];
  }

  /** All keys' writers; valid until the next {@link #build}. */
  int[] writers() {
    return writers;
  }

  /** The slot that holds the fingerprint, or the empty one where it belongs. */
  private int slotOf(long fingerprint) {
    int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift) << 1;
    while (slots[slot + 1] >= firstTicket && slots[slot] != fingerprint) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  private void reserve(int writes) {
    int pairs = Capacity.atLeast(2 * writes);
    if (slots.length < 2 * pairs) {
      slots = new long[2 * pairs];
    }
    if (keyOfWrite.length < writes) {
      int capacity = Capacity.atLeast(writes);
      keyOfWrite = new int[capacity];
      lastWriter = new int[capacity];
      writers = new int[capacity];
      start = new int[capacity + 2];
    }
    // The slots in use follow the batch, not the largest batch so far: a small table stays in
    // cache.
    shift = Long.SIZE - Integer.numberOfTrailingZeros(pairs);
    mask = 2 * pairs - 1;
  }

  /** Leaves the number of writers of key k in start[k + 2]. */
  private void numberKeys(AccessSets batch) {
    long[] fingerprints = batch.rawWrites();
    start[0] = 0;
    start[1] = 0;
    for (int t = 0, j = 0; t < batch.size(); t++) {
      for (int end = batch.writeEnd(t); j < end; j++) {
        int slot = slotOf(fingerprints[j]);
        long ticket = slots[slot + 1] - firstTicket;
        int key = (int) ticket;
        if (ticket < 0) {
          key = keys++;
          slots[slot] = fingerprints[j];
          slots[slot + 1] = firstTicket + key;
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

  private void groupWriters(AccessSets batch, int writes) {
    for (int key = 0; key < keys; key++) {
      start[key + 2] += start[key + 1];
    }
    // start[k + 1] runs from the start of k to its end, which is the start of the key after.
    for (int t = 0, j = 0; j < writes; t++) {
      for (int end = batch.writeEnd(t); j < end; j++) {
        int key = keyOfWrite[j];
        if (key != DUPLICATE) {
          writers[start[key + 1]++] = t;
        }
      }
    }
  }
}
