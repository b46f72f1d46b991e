package dev.yardmaster.reorder.optimal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares copied subgraphs edge by edge with their graph. */
class SmallSubgraphTest {
  private static final long SEED = 77;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 13, 40, 63, 64})
  void hasTheEdgesOfTheGraphUnderNewNumbers(int size) {
    SmallSubgraph subgraph = new SmallSubgraph();
    long[] out = new long[Long.SIZE];
    long[] in = new long[Long.SIZE];
    for (int g = 0; g < 200; g++) {
      SplittableRandom random = new SplittableRandom(SEED + g);
      int vertices = Math.max(1, size + random.nextInt(200));
      int words = WideConflictGraph.words(vertices);
      long[] fromOut = new long[vertices * words];
      long[] fromIn = new long[vertices * words];
      double density = random.nextDouble();
      for (int v = 0; v < vertices; v++) {
        for (int w = 0; w < vertices; w++) {
          if (random.nextDouble() < density) {
            fromOut[v * words + (w >>> 6)] |= 1L << w;
            fromIn[w * words + (v >>> 6)] |= 1L << v;
          }
        }
      }
      int[] origin = shuffled(vertices, random);

      subgraph.copy(fromOut, fromIn, words, origin, size, out, in);

      String replay = "seed=" + (SEED + g) + " size=" + size;
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
          boolean edge = isSet(fromOut, origin[i] * words, origin[j]);
          assertEquals(edge, isSet(out, i, j), replay);
          assertEquals(edge, isSet(in, j, i), replay);
        }
        assertEquals(0, size == 64 ? 0 : (out[i] | in[i]) >>> size, replay);
      }
    }
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] shuffled = new int[count];
    Arrays.setAll(shuffled, v -> v);
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int exchanged = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = exchanged;
    }
    return shuffled;
  }

  private static boolean isSet(long[] rows, int row, int v) {
    return (rows[row + (v >>> 6)] & (1L << v)) != 0;
  }
}
