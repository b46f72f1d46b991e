package dev.yardmaster.reorder;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Creates batches for tests from seeds, and prints them so that a failure can be replayed. */
public final class Batches {
  private Batches() {}

  /** Creates a batch whose conflict graph has exactly the given edges. Key e causes edge e. */
  public static AccessSets ofEdges(int size, int[][] edges) {
    AccessSets batch = new AccessSets();
    for (int t = 0; t < size; t++) {
      batch.begin(0, 1);
      addEdges(batch, t, edges);
    }
    return batch;
  }

  static void addEdges(AccessSets batch, int t, int[][] edges) {
    for (int e = 0; e < edges.length; e++) {
      if (edges[e][0] == t) {
        batch.read(e);
      }
      if (edges[e][1] == t) {
        batch.write(e);
      }
    }
  }

  /**
   * Creates up to {@code most} transactions with up to four reads and up to four writes each, on a
   * small number of keys.
   */
  public static AccessSets small(SplittableRandom random, int most) {
    AccessSets batch = new AccessSets();
    int size = random.nextInt(most + 1);
    int keys = 1 + random.nextInt(3 * most);
    for (int t = 0; t < size; t++) {
      batch.begin(random.nextInt(4), 1 + random.nextInt(5));
      for (int i = random.nextInt(5); i > 0; i--) {
        batch.read(random.nextInt(keys) - 1L);
      }
      for (int i = random.nextInt(5); i > 0; i--) {
        batch.write(random.nextInt(keys) - 1L);
      }
    }
    return batch;
  }

  /**
   * Creates the micro-benchmark of the paper's section 5: 100,000 keys, 5 reads and 5 writes for
   * each transaction, with one key in both sets.
   */
  public static AccessSets micro(SplittableRandom random, int size, ZipfKeys zipf) {
    AccessSets batch = new AccessSets();
    long[] keys = new long[9];
    for (int t = 0; t < size; t++) {
      batch.begin(random.nextInt(4), 1 + random.nextInt(5));
      for (int i = 0; i < keys.length; ) {
        long key = zipf.next(random);
        if (Arrays.stream(keys, 0, i).noneMatch(k -> k == key)) {
          keys[i++] = key;
        }
      }
      for (int i = 0; i < 5; i++) {
        batch.read(keys[i]);
        batch.write(keys[i + 4]);
      }
    }
    return batch;
  }

  public static String print(AccessSets batch) {
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < batch.size(); t++) {
      text.append("\n  t").append(t);
      text.append(" restarts=").append(batch.restarts(t));
      text.append(" weight=").append(batch.weight(t)).append(" reads");
      for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
        text.append(' ').append(batch.readAt(i));
      }
      text.append(" writes");
      for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
        text.append(' ').append(batch.writeAt(i));
      }
    }
    return text.toString();
  }
}
