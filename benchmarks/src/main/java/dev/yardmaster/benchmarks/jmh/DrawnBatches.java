package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.benchmarks.workload.ZipfIds;
import dev.yardmaster.reorder.AccessSets;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Batches that are drawn from a seed before the measurement starts. There are so many batches that
 * the branch predictor cannot learn their branches.
 */
final class DrawnBatches {
  static final int COUNT = 256;

  private static final long SEED = 12;
  private static final int KEYS = 100_000;
  private static final int READS = 5;
  private static final int WRITES = 5;
  private static final int YCSB_KEYS = 10_000_000;
  private static final int YCSB_REQUESTS = 16;
  private static final double RESTART_SHARE = 0.4;
  private static final int MAX_RESTARTS = 8;

  private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
  private final DiscreteSampler ranks;
  private final int[] keys = new int[READS + WRITES - 1];

  private DrawnBatches(double skew) {
    ranks = RejectionInversionZipfSampler.of(random, KEYS, skew);
  }

  /**
   * Returns batches of the micro-benchmark of Ding, Kot and Gehrke, PVLDB 12(2), section 5. There
   * are 100,000 keys, and a transaction has 5 reads and 5 writes. A transaction reads and also
   * writes one of its keys.
   */
  static AccessSets[] micro(int size, double skew) {
    DrawnBatches drawn = new DrawnBatches(skew);
    AccessSets[] batches = new AccessSets[COUNT];
    for (int b = 0; b < COUNT; b++) {
      batches[b] = new AccessSets();
      for (int t = 0; t < size; t++) {
        drawn.addMicro(batches[b]);
      }
    }
    return batches;
  }

  /**
   * Returns the batches of {@link #micro} with restarted transactions. A transaction was restarted
   * once with probability 0.4, twice with probability 0.16 (0.4 of 0.4), and so on up to 8 times.
   */
  static AccessSets[] restarted(int size, double skew) {
    AccessSets[] fresh = micro(size, skew);
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED + 1);
    AccessSets[] batches = new AccessSets[COUNT];
    for (int b = 0; b < COUNT; b++) {
      batches[b] = new AccessSets();
      for (int t = 0; t < size; t++) {
        int restarts = 0;
        while (restarts < MAX_RESTARTS && random.nextDouble() < RESTART_SHARE) {
          restarts++;
        }
        batches[b].begin(restarts, 1);
        for (int i = fresh[b].readStart(t); i < fresh[b].readEnd(t); i++) {
          batches[b].read(fresh[b].readAt(i));
        }
        for (int i = fresh[b].writeStart(t); i < fresh[b].writeEnd(t); i++) {
          batches[b].write(fresh[b].writeAt(i));
        }
      }
    }
    return batches;
  }

  /**
   * Returns the access sets of the six transactions of SmallBank, each equally frequent, with
   * 100,000 customers.
   */
  static AccessSets[] bank(int size, double skew) {
    DrawnBatches drawn = new DrawnBatches(skew);
    AccessSets[] batches = new AccessSets[COUNT];
    for (int b = 0; b < COUNT; b++) {
      batches[b] = new AccessSets();
      for (int t = 0; t < size; t++) {
        drawn.addBank(batches[b]);
      }
    }
    return batches;
  }

  /**
   * Returns YCSB batches as in section 5.5 of the paper and in Cicada's own evaluation. There are
   * 10 million keys, and a transaction accesses 16 distinct keys. With equal probability, a
   * transaction only reads a key, or reads and writes it. A written key is only in the write set.
   */
  static AccessSets[] ycsb(int size, double skew) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    ZipfIds ids = new ZipfIds(random, YCSB_KEYS, skew);
    int[] drawn = new int[YCSB_REQUESTS];
    AccessSets[] batches = new AccessSets[COUNT];
    for (int b = 0; b < COUNT; b++) {
      batches[b] = new AccessSets();
      for (int t = 0; t < size; t++) {
        batches[b].begin(0, 1);
        ids.fillDistinct(drawn);
        for (int id : drawn) {
          if (random.nextBoolean()) {
            batches[b].read(fingerprint(id));
          } else {
            batches[b].write(fingerprint(id));
          }
        }
      }
    }
    return batches;
  }

  private void addMicro(AccessSets batch) {
    drawDistinct();
    batch.begin(0, 1);
    for (int i = 0; i < READS; i++) {
      batch.read(fingerprint(keys[i]));
    }
    for (int i = READS - 1; i < keys.length; i++) {
      batch.write(fingerprint(keys[i]));
    }
  }

  private void addBank(AccessSets batch) {
    int customer = ranks.sample();
    int other = ranks.sample();
    while (other == customer) {
      other = ranks.sample();
    }
    long checking = fingerprint(2 * customer);
    long savings = fingerprint(2 * customer + 1);
    long otherChecking = fingerprint(2 * other);
    batch.begin(0, 1);
    switch (random.nextInt(6)) {
      case 0 -> { // Balance
        batch.read(checking);
        batch.read(savings);
      }
      case 1 -> readAndWrite(batch, checking); // DepositChecking
      case 2 -> readAndWrite(batch, savings); // TransactSavings
      case 3 -> { // Amalgamate
        readAndWrite(batch, checking);
        readAndWrite(batch, savings);
        readAndWrite(batch, otherChecking);
      }
      case 4 -> { // WriteCheck
        readAndWrite(batch, checking);
        batch.read(savings);
      }
      default -> { // SendPayment
        readAndWrite(batch, checking);
        readAndWrite(batch, otherChecking);
      }
    }
  }

  private static void readAndWrite(AccessSets batch, long fingerprint) {
    batch.read(fingerprint);
    batch.write(fingerprint);
  }

  private void drawDistinct() {
    for (int i = 0; i < keys.length; i++) {
      int key = ranks.sample();
      boolean drawnBefore = false;
      for (int j = 0; j < i; j++) {
        drawnBefore |= keys[j] == key;
      }
      if (drawnBefore) {
        i--;
      } else {
        keys[i] = key;
      }
    }
  }

  /**
   * Mixes the bits of a key like MurmurHash3's finalizer, so that fingerprints are distributed like
   * the values of a keyed hash.
   */
  private static long fingerprint(int key) {
    long h = key;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
