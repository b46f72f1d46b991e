package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the committed transactions have done in each partition: a sample, counted by each worker.
 * The features say which partitions are alike, so that they get the same protocol (CormCC, section
 * 5).
 */
final class PartitionFeatures {

  /** One of so many commits is sampled. */
  static final int SAMPLED = 8;

  private static final int STRIDE = 16;
  private static final int TRANSACTIONS = 0;
  private static final int CROSS = 1;
  private static final int ACCESSES = 2;
  private static final int READS = 3;
  private static final int FEATURES = 4;

  private final int partitions;

  @Shared(
      writers = "each worker its own entries",
      readers = "the worker that advances the trials",
      access = "opaque")
  private final AtomicLongArray counts;

  private final int ofWorker;
  private final int workers;

  PartitionFeatures(int partitions, int workers) {
    this.partitions = partitions;
    this.workers = workers;
    ofWorker = STRIDE + FEATURES * partitions + STRIDE;
    counts = new AtomicLongArray(ofWorker * workers);
  }

  private void add(int at, long count) {
    counts.setOpaque(at, counts.getPlain(at) + count);
  }

  private int at(int worker, int partition) {
    return worker * ofWorker + STRIDE + FEATURES * partition;
  }

  /** Counts a commit of a worker. Returns whether the worker must sample it. */
  boolean committed(int worker) {
    int at = worker * ofWorker;
    add(at, 1);
    return counts.getPlain(at) % SAMPLED == 0;
  }

  /** Counts the accesses of a sampled transaction to a partition. */
  void accessed(int worker, int partition, int accesses, int reads, boolean isCross) {
    int at = at(worker, partition);
    add(at + TRANSACTIONS, 1);
    add(at + CROSS, isCross ? 1 : 0);
    add(at + ACCESSES, accesses);
    add(at + READS, reads);
  }

  /** Returns the number of commits of all workers. */
  long commits() {
    long sum = 0;
    for (int worker = 0; worker < workers; worker++) {
      sum += counts.getOpaque(worker * ofWorker);
    }
    return sum;
  }

  /** The totals of all workers for each partition. */
  long[] totals() {
    long[] totals = new long[FEATURES * partitions];
    for (int worker = 0; worker < workers; worker++) {
      for (int i = 0; i < totals.length; i++) {
        totals[i] += counts.getOpaque(at(worker, 0) + i);
      }
    }
    return totals;
  }

  /** Returns the number of a partition's transactions between two totals. */
  static long transactions(long[] before, long[] after, int partition) {
    return difference(before, after, partition, TRANSACTIONS);
  }

  /** Returns the share of a partition's transactions that accessed other partitions, too. */
  static double crossShare(long[] before, long[] after, int partition) {
    return (double) difference(before, after, partition, CROSS)
        / Math.max(1, transactions(before, after, partition));
  }

  /** Returns the share of the accesses to a partition that were reads. */
  static double readShare(long[] before, long[] after, int partition) {
    return (double) difference(before, after, partition, READS)
        / Math.max(1, difference(before, after, partition, ACCESSES));
  }

  private static long difference(long[] before, long[] after, int partition, int feature) {
    int at = FEATURES * partition + feature;
    return after[at] - before[at];
  }
}
