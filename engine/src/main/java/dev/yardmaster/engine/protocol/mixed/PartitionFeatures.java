package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the accesses of a sample of the committed transactions in each partition. Each worker has
 * its own counters. The features of the partitions are computed from these counts. Partitions with
 * similar features have similar workloads, and so get the same protocol (CormCC, section 5). A
 * worker also compares each sampled transaction with its previous sample. The share of pairs that
 * would conflict is the density of conflicts. The density is measured among the transactions of one
 * worker, so it is known even if no other worker uses the partition.
 */
final class PartitionFeatures {

  /** One of every {@code SAMPLED} commits of a worker is sampled. */
  static final int SAMPLED = 8;

  private static final int STRIDE = 16;

  // The positions of the counters that a worker has for all partitions together.
  private static final int COMMITS = 0;
  private static final int PROBES = 1;
  private static final int EDGES = 2;

  // The positions of the counters that a worker has for each partition.
  private static final int TRANSACTIONS = 0;
  private static final int CROSS = 1;
  private static final int ACCESSES = 2;
  private static final int READS = 3;
  private static final int FEATURES = 4;

  private final int partitions;

  @Shared(
      writers = "each worker its own entries",
      readers = "the worker that advances the chooser",
      access = "opaque")
  private final AtomicLongArray counts;

  @Shared(
      writers = "each worker its own entry, once",
      readers = "the same worker",
      access = "plain; each worker uses only its own entry")
  private final LastSample[] last;

  private final int ofWorker;
  private final int workers;

  PartitionFeatures(int partitions, int workers) {
    this.partitions = partitions;
    this.workers = workers;
    ofWorker = STRIDE + FEATURES * partitions + STRIDE;
    counts = new AtomicLongArray(ofWorker * workers);
    last = new LastSample[workers];
  }

  private void add(int at, long count) {
    counts.setOpaque(at, counts.getPlain(at) + count);
  }

  private int at(int worker, int partition) {
    return worker * ofWorker + STRIDE + FEATURES * partition;
  }

  /** Counts a committed transaction of a worker, and samples every {@code SAMPLED}-th of them. */
  void committed(int worker, AccessSet accesses) {
    int at = worker * ofWorker + COMMITS;
    add(at, 1);
    if (counts.getPlain(at) % SAMPLED == 0) {
      sample(worker, accesses);
    }
  }

  private void sample(int worker, AccessSet accesses) {
    if (last[worker] == null) {
      last[worker] = new LastSample(partitions);
    }
    add(worker * ofWorker + PROBES, 1);
    add(worker * ofWorker + EDGES, last[worker].replace(accesses) ? 1 : 0);
    int size = accesses.size();
    int first = -1;
    boolean isCross = false;
    for (int i = 0; i < size && !isCross; i++) {
      int partition = partition(accesses.get(i));
      isCross = first >= 0 && partition >= 0 && partition != first;
      first = first < 0 ? partition : first;
    }
    for (int i = 0; i < size; i++) {
      Access access = accesses.get(i);
      int partition = partition(access);
      if (partition < 0) {
        continue;
      }
      int entries = at(worker, partition);
      if (last[worker].isFirstIn(partition)) {
        add(entries + TRANSACTIONS, 1);
        add(entries + CROSS, isCross ? 1 : 0);
      }
      add(entries + ACCESSES, 1);
      add(entries + READS, access.isWrite() ? 0 : 1);
    }
  }

  /** Returns the partition of an access; -1 if the key belongs to no partition. */
  private int partition(Access access) {
    return AccessSet.isMissing(access) || access.partition() == partitions
        ? -1
        : access.partition();
  }

  /** Returns the number of partitions. */
  int partitions() {
    return partitions;
  }

  /** Returns the number of commits of all workers. */
  long commits() {
    return sum(COMMITS);
  }

  /** Returns the number of pairs of sampled transactions that were compared. */
  long probes() {
    return sum(PROBES);
  }

  /**
   * Returns the number of compared pairs in which the later transaction accesses a record that the
   * earlier transaction has written.
   */
  long edges() {
    return sum(EDGES);
  }

  private long sum(int entry) {
    long sum = 0;
    for (int worker = 0; worker < workers; worker++) {
      sum += counts.getOpaque(worker * ofWorker + entry);
    }
    return sum;
  }

  /** Returns the counters of each partition, summed over all workers. */
  long[] totals() {
    long[] totals = new long[FEATURES * partitions];
    for (int worker = 0; worker < workers; worker++) {
      for (int i = 0; i < totals.length; i++) {
        totals[i] += counts.getOpaque(at(worker, 0) + i);
      }
    }
    return totals;
  }

  /**
   * Returns the number of transactions that accessed a partition and were sampled between two
   * results of {@link #totals}.
   */
  static long transactions(long[] before, long[] after, int partition) {
    return difference(before, after, partition, TRANSACTIONS);
  }

  /**
   * Returns the share of a partition's sampled transactions that also accessed other partitions.
   */
  static double crossShare(long[] before, long[] after, int partition) {
    return (double) difference(before, after, partition, CROSS)
        / Math.max(1, transactions(before, after, partition));
  }

  /** Returns the share of the accesses to a partition that were reads. */
  static double readShare(long[] before, long[] after, int partition) {
    return (double) difference(before, after, partition, READS)
        / Math.max(1, difference(before, after, partition, ACCESSES));
  }

  /**
   * Returns the mean number of accesses to a partition by a sampled transaction that accessed it.
   */
  static double accessesEach(long[] before, long[] after, int partition) {
    return (double) difference(before, after, partition, ACCESSES)
        / Math.max(1, transactions(before, after, partition));
  }

  /** Copies a partition's totals. */
  static void copy(long[] from, long[] to, int partition) {
    System.arraycopy(from, FEATURES * partition, to, FEATURES * partition, FEATURES);
  }

  private static long difference(long[] before, long[] after, int partition, int feature) {
    int at = FEATURES * partition + feature;
    return after[at] - before[at];
  }
}
