package dev.yardmaster.benchmarks.shards;

import java.util.Arrays;

/**
 * The writes of a shard's undecided slices: the shard has voted on these slices, but does not know
 * the outcomes yet. The writes of one key form a chain from the last write to the first write.
 * Batches are decided in order, so the oldest writes are removed first. Removed writes are not
 * unlinked. A search skips them because of their sequence numbers.
 */
final class UndecidedWrites {

  private static final long NONE = 0;

  private long[] heads;
  private long[] fingerprints;
  private long[] batches;
  private int[] places;
  private long[] next;
  private int mask;

  /** The sequence number of the next write. The first write has number 1. */
  private long end = 1;

  /** The sequence number of the oldest write that is undecided. */
  private long begin = 1;

  /** Creates an empty table. The table grows. */
  UndecidedWrites(int capacity) {
    allocate(Integer.highestOneBit(Math.max(2, 2 * capacity - 1)));
  }

  private void allocate(int size) {
    heads = new long[size];
    fingerprints = new long[size];
    batches = new long[size];
    places = new int[size];
    next = new long[size];
    mask = size - 1;
  }

  private int bucketOf(long fingerprint) {
    return (int) (fingerprint >>> 20) & mask;
  }

  void add(long fingerprint, long batch, int place) {
    if (end - begin > mask) {
      grow();
    }
    link(fingerprint, batch, place, end++);
  }

  private void link(long fingerprint, long batch, int place, long sequence) {
    int at = (int) sequence & mask;
    int bucket = bucketOf(fingerprint);
    fingerprints[at] = fingerprint;
    batches[at] = batch;
    places[at] = place;
    next[at] = heads[bucket];
    heads[bucket] = sequence;
  }

  private void grow() {
    long[] oldFingerprints = fingerprints;
    long[] oldBatches = batches;
    int[] oldPlaces = places;
    int oldMask = mask;
    allocate(2 * heads.length);
    Arrays.fill(heads, NONE);
    for (long sequence = begin; sequence < end; sequence++) {
      int from = (int) sequence & oldMask;
      link(oldFingerprints[from], oldBatches[from], oldPlaces[from], sequence);
    }
  }

  /** Removes the oldest writes. */
  void removeOldest(int count) {
    begin += count;
  }

  /** Adds to the votes a condition for each undecided write of a key, the last write first. */
  void addConditions(long fingerprint, Votes votes) {
    long sequence = heads[bucketOf(fingerprint)];
    while (sequence >= begin) {
      int at = (int) sequence & mask;
      if (fingerprints[at] == fingerprint) {
        votes.condition(batches[at], places[at]);
      }
      sequence = next[at];
    }
  }
}
