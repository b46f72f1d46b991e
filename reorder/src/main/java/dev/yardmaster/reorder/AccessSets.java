package dev.yardmaster.reorder;

import java.util.Arrays;
import java.util.Objects;

/**
 * The read sets and write sets of one batch's transactions, flattened into primitive arrays.
 *
 * <p>The index of a transaction is the position of its {@link #begin} call. Transactions are in the
 * order of their age, the oldest first. An access is the 64-bit fingerprint of a key; any 64-bit
 * number is legal. A key may occur in the read set and also in the write set of a transaction, and
 * more than once in each set.
 *
 * <p>The class is single-threaded. An object is reused for several batches: {@link #clear} keeps
 * the memory, and arrays grow only for a batch that is larger than all earlier batches. Adding an
 * array of accesses costs O(count); every other method costs O(1). Both costs are amortised over
 * the growth of the arrays.
 */
public class AccessSets {
  /**
   * The maximum number of transactions in a batch. A complete conflict graph of this size has 2^24
   * edges; a larger graph would take too much memory.
   */
  public static final int MAX_TRANSACTIONS = 4096;

  private static final int INITIAL_TRANSACTIONS = 64;
  private static final int INITIAL_ACCESSES = 512;

  private long[] reads = new long[INITIAL_ACCESSES];
  private long[] writes = new long[INITIAL_ACCESSES];
  // The reads of transaction t are reads[readStart[t]] up to, but not including, reads[readStart[t
  // + 1]]. The writes are stored in the same way. readStart[size] and writeStart[size] grow while
  // accesses are added to the last transaction.
  private int[] readStart = new int[INITIAL_TRANSACTIONS + 1];
  private int[] writeStart = new int[INITIAL_TRANSACTIONS + 1];
  private int[] restarts = new int[INITIAL_TRANSACTIONS];
  private long[] weights = new long[INITIAL_TRANSACTIONS];
  private boolean[] repairable = new boolean[INITIAL_TRANSACTIONS];
  private int[] urgencies = new int[INITIAL_TRANSACTIONS];
  private int repairableCount;
  private int leastUrgency = Integer.MAX_VALUE;
  private int mostUrgency;
  private int size;

  /** Empties the batch and keeps its memory. */
  public void clear() {
    size = 0;
    repairableCount = 0;
    leastUrgency = Integer.MAX_VALUE;
    mostUrgency = 0;
    readStart[0] = 0;
    writeStart[0] = 0;
  }

  /**
   * The maximum urgency, by which a transaction's weight is multiplied; see {@link #begin(int,
   * long, boolean, int)}.
   */
  public static final int MAX_URGENCY = 256;

  /**
   * Starts the next transaction, which is not repairable; see {@link #begin(int, long, boolean)}.
   */
  public void begin(int restartCount, long weight) {
    begin(restartCount, weight, false);
  }

  /**
   * Starts the next transaction, which is younger than all earlier transactions.
   *
   * @param restartCount the number of times that the transaction was aborted and run again, 0 or
   *     more
   * @param weight the transaction's value to the caller, 1 or more
   * @param canBeRepaired whether the transaction is repairable: a repairable victim can be run
   *     again at its position in the commit order. A victim that is not repairable aborts. {@link
   *     Solver#OPTIMAL} prefers any number of repairable victims to one victim that aborts
   * @throws IllegalArgumentException if a value is out of range
   * @throws IllegalStateException if the batch already has {@link #MAX_TRANSACTIONS}
   */
  public void begin(int restartCount, long weight, boolean canBeRepaired) {
    begin(restartCount, weight, canBeRepaired, 1);
  }

  /**
   * Starts the next transaction, like {@link #begin(int, long, boolean)}.
   *
   * @param urgency the factor by which the transaction's weight is multiplied, 1 to {@link
   *     #MAX_URGENCY}. Only {@link Solver#OPTIMAL} uses the urgency. Under {@link Policy#RCT}, the
   *     urgency only decides between transactions with equal numbers of restarts
   */
  public void begin(int restartCount, long weight, boolean canBeRepaired, int urgency) {
    if (urgency < 1 || urgency > MAX_URGENCY) {
      throw new IllegalArgumentException("urgency=" + urgency + " must be 1 to " + MAX_URGENCY);
    }
    if (restartCount < 0) {
      throw new IllegalArgumentException("restarts=" + restartCount + " must be at least 0");
    }
    if (weight < 1) {
      throw new IllegalArgumentException("weight=" + weight + " must be at least 1");
    }
    if (size == MAX_TRANSACTIONS) {
      throw new IllegalStateException("transactions=" + size + " is the most a batch can hold");
    }
    if (size == restarts.length) {
      growTransactions();
    }
    restarts[size] = restartCount;
    weights[size] = weight;
    repairable[size] = canBeRepaired;
    urgencies[size] = urgency;
    leastUrgency = Math.min(leastUrgency, urgency);
    mostUrgency = Math.max(mostUrgency, urgency);
    repairableCount += canBeRepaired ? 1 : 0;
    readStart[size + 1] = readStart[size];
    writeStart[size + 1] = writeStart[size];
    size++;
  }

  /**
   * Adds a key to the read set of the transaction that was begun last.
   *
   * @throws IllegalStateException when no transaction was begun
   */
  public void read(long fingerprint) {
    requireBegun();
    int at = readStart[size]++;
    if (at == reads.length) {
      reads = Arrays.copyOf(reads, 2 * at);
    }
    reads[at] = fingerprint;
  }

  /**
   * Adds the first {@code count} fingerprints of an array to the read set of the transaction that
   * was begun last.
   *
   * @throws IllegalStateException when no transaction was begun
   */
  public void reads(long[] fingerprints, int count) {
    requireBegun();
    int at = readStart[size];
    if (at + count > reads.length) {
      reads = Arrays.copyOf(reads, Math.max(2 * reads.length, at + count));
    }
    System.arraycopy(fingerprints, 0, reads, at, count);
    readStart[size] = at + count;
  }

  /**
   * Adds the first {@code count} fingerprints of an array to the write set of the transaction that
   * was begun last.
   *
   * @throws IllegalStateException when no transaction was begun
   */
  public void writes(long[] fingerprints, int count) {
    requireBegun();
    int at = writeStart[size];
    if (at + count > writes.length) {
      writes = Arrays.copyOf(writes, Math.max(2 * writes.length, at + count));
    }
    System.arraycopy(fingerprints, 0, writes, at, count);
    writeStart[size] = at + count;
  }

  /**
   * Adds a key to the write set of the transaction that was begun last.
   *
   * @throws IllegalStateException when no transaction was begun
   */
  public void write(long fingerprint) {
    requireBegun();
    int at = writeStart[size]++;
    if (at == writes.length) {
      writes = Arrays.copyOf(writes, 2 * at);
    }
    writes[at] = fingerprint;
  }

  /** Returns the number of transactions. */
  public int size() {
    return size;
  }

  /** Returns the position of the first read of transaction {@code t}. */
  public int readStart(int t) {
    return readStart[Objects.checkIndex(t, size)];
  }

  /** Returns the position after the last read of transaction {@code t}. */
  public int readEnd(int t) {
    return readStart[Objects.checkIndex(t, size) + 1];
  }

  /** Returns the fingerprint at a position between {@link #readStart} and {@link #readEnd}. */
  public long readAt(int position) {
    return reads[Objects.checkIndex(position, readStart[size])];
  }

  /** Returns the position of the first write of transaction {@code t}. */
  public int writeStart(int t) {
    return writeStart[Objects.checkIndex(t, size)];
  }

  /** Returns the position after the last write of transaction {@code t}. */
  public int writeEnd(int t) {
    return writeStart[Objects.checkIndex(t, size) + 1];
  }

  /** Returns the fingerprint at a position between {@link #writeStart} and {@link #writeEnd}. */
  public long writeAt(int position) {
    return writes[Objects.checkIndex(position, writeStart[size])];
  }

  /** Returns the number of restarts of transaction {@code t}. */
  public int restarts(int t) {
    return restarts[Objects.checkIndex(t, size)];
  }

  /** Returns the weight that the caller gave to transaction {@code t}. */
  public long weight(int t) {
    return weights[Objects.checkIndex(t, size)];
  }

  /** Returns whether the batch has transactions of different urgency. */
  public boolean hasUrgencies() {
    return size > 0 && leastUrgency != mostUrgency;
  }

  public int mostUrgency() {
    return mostUrgency;
  }

  /** Returns the urgency of transaction {@code t}. */
  public int urgency(int t) {
    return urgencies[Objects.checkIndex(t, size)];
  }

  /**
   * Returns whether transaction {@code t} is repairable, and so can be run again if it is a victim.
   */
  public boolean repairable(int t) {
    return repairable[Objects.checkIndex(t, size)];
  }

  public int repairableCount() {
    return repairableCount;
  }

  /** Returns whether some transactions are repairable and some are not. */
  public boolean isMixed() {
    return repairableCount > 0 && repairableCount < size;
  }

  public int readCount() {
    return readStart[size];
  }

  public int writeCount() {
    return writeStart[size];
  }

  public long[] rawReads() {
    return reads;
  }

  public long[] rawWrites() {
    return writes;
  }

  private void requireBegun() {
    if (size == 0) {
      throw new IllegalStateException("transactions=0: begin a transaction before its accesses");
    }
  }

  private void growTransactions() {
    int capacity = Math.min(MAX_TRANSACTIONS, 2 * size);
    restarts = Arrays.copyOf(restarts, capacity);
    weights = Arrays.copyOf(weights, capacity);
    urgencies = Arrays.copyOf(urgencies, capacity);
    repairable = Arrays.copyOf(repairable, capacity);
    readStart = Arrays.copyOf(readStart, capacity + 1);
    writeStart = Arrays.copyOf(writeStart, capacity + 1);
  }
}
