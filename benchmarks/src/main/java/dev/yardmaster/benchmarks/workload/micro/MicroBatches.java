package dev.yardmaster.benchmarks.workload.micro;

import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.reorder.AccessSets;
import java.util.ArrayList;
import java.util.List;

/**
 * Transactions of {@link Micro} in batches, in the input form of the reorderer. No transaction is
 * marked as restarted or repairable.
 */
public final class MicroBatches {

  private MicroBatches() {}

  /**
   * Draws batches.
   *
   * @param objects number of objects, as in {@link Micro}
   * @param theta Zipf's exponent
   * @param size number of transactions in each batch
   */
  public static List<AccessSets> draw(int objects, double theta, long seed, int count, int size) {
    int pool = Integer.highestOneBit(Math.max(1, count * size - 1)) << 1;
    DrawnCalls.Walk<ReadWrite.Objects> walk =
        new Micro(objects, theta, seed, pool).drawn().walk(0, 1);
    Fingerprints fingerprints = new Fingerprints(seed, ~seed);
    List<AccessSets> batches = new ArrayList<>();
    for (int b = 0; b < count; b++) {
      AccessSets batch = new AccessSets();
      for (int t = 0; t < size; t++) {
        add(batch, walk.next(), fingerprints);
      }
      batches.add(batch);
    }
    return batches;
  }

  private static void add(AccessSets batch, ReadWrite.Objects objects, Fingerprints fingerprints) {
    batch.begin(0, 1);
    for (int i = 0; i < ReadWrite.READS; i++) {
      batch.read(fingerprints.of(ReadWrite.key(objects.read(i))));
    }
    for (int i = 0; i < ReadWrite.WRITES; i++) {
      batch.write(fingerprints.of(ReadWrite.key(objects.written(i))));
    }
  }
}
