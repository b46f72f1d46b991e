package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * The conflict graph of a batch of at most 64 transactions as a matrix of bits, one {@code long} a
 * row, built straight from the access sets without ever going through the edges.
 *
 * <p>A table of open addressing numbers the keys written, from 1. Every key has one mask of its
 * writers and one of its readers; what a transaction must come before is the union of the writers
 * of what it reads, and what must come before it is the union of the readers of what it writes.
 *
 * <p>Batches are small and most probes miss, so that the branches, not the instructions, are what
 * costs. Three things keep them predictable: the table is nearly empty; key 0 stands for an empty
 * slot and is given the fingerprint that is looked for, so that a miss ends the probe as a hit
 * does; and nobody writes key 0, so that its masks need no test.
 *
 * <p>O(transactions + reads + writes). Memory is reused and grows only with the writes of a batch.
 */
final class SmallConflictGraph {
  static final int MAX_SIZE = Long.SIZE;

  private static final int SLOTS_PER_WRITE = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final long[] out = new long[MAX_SIZE];
  private final long[] in = new long[MAX_SIZE];
  private int size;

  private int[] slots = new int[0];
  private int slotMask;
  private int shift;
  private long[] fingerprints = new long[1];
  private long[] writers = new long[1];
  private long[] readers = new long[1];
  private int[] keyOfWrite = new int[0];

  /** Replaces the graph by that of a batch of at most {@link #MAX_SIZE} transactions. */
  void build(AccessSets batch) {
    size = batch.size();
    reserve(batch.writeCount());
    addWrites(batch);
    addReads(batch);
    collectPredecessors(batch);
  }

  int size() {
    return size;
  }

  /** Row t holds the transactions that must commit after t. Valid until the next build. */
  long[] out() {
    return out;
  }

  /** Row t holds the transactions that must commit before t. Valid until the next build. */
  long[] in() {
    return in;
  }

  int edges() {
    int edges = 0;
    for (int t = 0; t < size; t++) {
      edges += Long.bitCount(out[t]);
    }
    return edges;
  }

  /** The transactions that write a key. */
  long writersOf(long fingerprint) {
    return writers[find(fingerprint)];
  }

  /** The transactions on a cycle and those on a path from one cycle to another; 0 if acyclic. */
  long cyclic() {
    return trim(out, in, size == MAX_SIZE ? -1L : (1L << size) - 1);
  }

  /**
   * Drops vertices without a predecessor or without a successor among those left, until none is.
   *
   * <p>A whole sweep costs two unions of rows: what has a predecessor is the union of the
   * successors, and what has a successor the union of the predecessors.
   */
  static long trim(long[] out, long[] in, long vertices) {
    long live = vertices;
    while (true) {
      long entered = 0;
      long left = 0;
      for (long rest = live; rest != 0; rest &= rest - 1) {
        int v = Long.numberOfTrailingZeros(rest);
        entered |= out[v];
        left |= in[v];
      }
      long kept = live & entered & left;
      if (kept == live) {
        return live;
      }
      live = kept;
    }
  }

  private void reserve(int writes) {
    int used = Capacity.atLeast(SLOTS_PER_WRITE * writes);
    if (slots.length < used) {
      slots = new int[used];
    }
    // Slots follow the batch and not the largest batch so far: they are cleared for each.
    Arrays.fill(slots, 0, used, 0);
    slotMask = used - 1;
    shift = Long.SIZE - Integer.numberOfTrailingZeros(used);
    if (keyOfWrite.length < writes) {
      int capacity = Capacity.atLeast(writes);
      keyOfWrite = new int[capacity];
      fingerprints = new long[capacity + 1];
      writers = new long[capacity + 1];
      readers = new long[capacity + 1];
    }
  }

  private int find(long fingerprint) {
    int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift);
    fingerprints[0] = fingerprint;
    while (fingerprints[slots[slot]] != fingerprint) {
      slot = (slot + 1) & slotMask;
    }
    return slots[slot];
  }

  private void addWrites(AccessSets batch) {
    long[] written = batch.rawWrites();
    long[] keyFingerprints = fingerprints;
    long[] keyWriters = writers;
    long[] keyReaders = readers;
    int[] keySlots = slots;
    int keys = 0;
    for (int t = 0, j = 0; t < size; t++) {
      long bit = 1L << t;
      for (int end = batch.writeEnd(t); j < end; j++) {
        long fingerprint = written[j];
        int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift);
        keyFingerprints[0] = fingerprint;
        int key = keySlots[slot];
        while (keyFingerprints[key] != fingerprint) {
          slot = (slot + 1) & slotMask;
          key = keySlots[slot];
        }
        int fresh = (key - 1) >>> (Integer.SIZE - 1); // 1 for key 0, else 0.
        keys += fresh;
        key += keys & -fresh;
        keySlots[slot] = key;
        keyFingerprints[key] = fingerprint;
        keyWriters[key] = (keyWriters[key] & ((long) fresh - 1)) | bit;
        keyReaders[key] = 0;
        keyOfWrite[j] = key;
      }
    }
  }

  private void addReads(AccessSets batch) {
    long[] read = batch.rawReads();
    long[] keyFingerprints = fingerprints;
    long[] keyWriters = writers;
    long[] keyReaders = readers;
    int[] keySlots = slots;
    for (int t = 0, i = 0; t < size; t++) {
      long bit = 1L << t;
      long row = 0;
      for (int end = batch.readEnd(t); i < end; i++) {
        long fingerprint = read[i];
        int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift);
        keyFingerprints[0] = fingerprint;
        int key = keySlots[slot];
        while (keyFingerprints[key] != fingerprint) {
          slot = (slot + 1) & slotMask;
          key = keySlots[slot];
        }
        row |= keyWriters[key];
        keyReaders[key] |= bit;
      }
      out[t] = row & ~bit; // No edge to itself.
    }
  }

  private void collectPredecessors(AccessSets batch) {
    for (int t = 0, j = 0; t < size; t++) {
      long row = 0;
      for (int end = batch.writeEnd(t); j < end; j++) {
        row |= readers[keyOfWrite[j]];
      }
      in[t] = row & ~(1L << t);
    }
  }
}
