package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.KeyNumbers;

/**
 * The conflict graph of a batch of at most 64 transactions as a matrix of bits. Each row is one
 * {@code long}. The matrix is built directly from the access sets; the edges are not enumerated.
 *
 * <p>Every written key has a mask of its writers and a mask of its readers. The successors of a
 * transaction are all writers of its read keys. Its predecessors are all readers of its written
 * keys. For a key that no transaction writes, the lookup returns number 0; mask 0 is empty. So a
 * read of such a key needs no branch.
 *
 * <p>The cost is O(transactions + reads + writes). The memory is reused, and grows only with the
 * number of writes of a batch.
 */
public final class SmallConflictGraph {
  public static final int MAX_SIZE = Long.SIZE;

  private final KeyNumbers keys = new KeyNumbers();
  private final long[] out = new long[MAX_SIZE];
  private final long[] in = new long[MAX_SIZE];
  private int size;

  private long[] writers = new long[1];
  private long[] readers = new long[1];
  private int[] keyOfWrite = new int[0];

  /** Replaces the graph by the graph of a batch of at most {@link #MAX_SIZE} transactions. */
  public void build(AccessSets batch) {
    size = batch.size();
    reserve(batch.writeCount());
    addWrites(batch);
    addReads(batch);
    collectPredecessors(batch);
  }

  public int size() {
    return size;
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
    int edges = 0;
    for (int t = 0; t < size; t++) {
      edges += Long.bitCount(out[t]);
    }
    return edges;
  }

  /** Returns the transactions that write a key. */
  public long writersOf(long fingerprint) {
    return writers[keys.find(fingerprint)];
  }

  /**
   * Returns the transactions that are on a cycle or on a path from one cycle to another; 0 if the
   * graph is acyclic.
   */
  public long cyclic() {
    return trim(out, in, SmallKernel.all(size));
  }

  /**
   * Removes vertices without a remaining predecessor or without a remaining successor, until there
   * are no such vertices.
   *
   * <p>A sweep over all vertices needs only two unions of rows. The union of all rows of successors
   * is the set of the vertices with a predecessor. The union of all rows of predecessors is the set
   * of the vertices with a successor.
   */
  public static long trim(long[] out, long[] in, long vertices) {
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
    keys.clear(writes);
    if (keyOfWrite.length < writes) {
      int capacity = Capacity.atLeast(writes);
      keyOfWrite = new int[capacity];
      writers = new long[capacity + 1];
      readers = new long[capacity + 1];
    }
  }

  private void addWrites(AccessSets batch) {
    long[] written = batch.rawWrites();
    for (int t = 0, j = 0; t < size; t++) {
      long bit = 1L << t;
      for (int end = batch.writeEnd(t); j < end; j++) {
        int before = keys.count();
        int key = keys.add(written[j]);
        long old = (long) (before - keys.count()) + 1; // The value is 0 for a new key, else 1.
        writers[key] = (writers[key] & -old) | bit;
        readers[key] = 0;
        keyOfWrite[j] = key;
      }
    }
  }

  private void addReads(AccessSets batch) {
    long[] read = batch.rawReads();
    for (int t = 0, i = 0; t < size; t++) {
      long bit = 1L << t;
      long row = 0;
      for (int end = batch.readEnd(t); i < end; i++) {
        int key = keys.find(read[i]);
        row |= writers[key];
        readers[key] |= bit;
      }
      out[t] = row & ~bit; // A transaction has no edge to itself.
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
