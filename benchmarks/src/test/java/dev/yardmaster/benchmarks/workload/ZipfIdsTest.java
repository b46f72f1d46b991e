package dev.yardmaster.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZipfIdsTest {

  private static final long SEED = 17;
  private static final int IDS = 200;
  private static final int DRAWS = 1_000_000;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.9, 1.0, 1.2})
  void idsFollowZipfsLaw(double theta) {
    ZipfIds ids = ids(IDS, theta);
    long[] counts = new long[IDS];
    for (int i = 0; i < DRAWS; i++) {
      counts[ids.next()]++;
    }
    assertFits(counts, probabilities(theta), DRAWS, "theta=" + theta);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.9, 2.5})
  void aPairIsDrawnWithoutReplacement(double theta) {
    int n = 6;
    double[] weights = weights(n, theta);
    double total = Arrays.stream(weights).sum();
    double[] probabilities = new double[n * n];
    for (int first = 0; first < n; first++) {
      for (int second = 0; second < n; second++) {
        if (first != second) {
          probabilities[first * n + second] =
              weights[first] / total * (weights[second] / (total - weights[first]));
        }
      }
    }
    ZipfIds ids = ids(n, theta);
    long[] counts = new long[n * n];
    int[] pair = new int[2];
    for (int i = 0; i < DRAWS; i++) {
      ids.fillDistinct(pair);
      counts[pair[0] * n + pair[1]]++;
    }
    assertFits(counts, probabilities, DRAWS, "theta=" + theta);
  }

  @Test
  void extremeSkewStillFindsDistinctIds() {
    ZipfIds ids = ids(100_000, 5);
    int[] picked = new int[9];
    for (int i = 0; i < 1_000; i++) {
      ids.fillDistinct(picked);
      assertEquals(9, Arrays.stream(picked).distinct().count(), "draw " + i);
    }
  }

  @Test
  void allIdsCanBeAskedFor() {
    int[] picked = new int[9];
    ids(9, 5).fillDistinct(picked);
    Arrays.sort(picked);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8}, picked);
  }

  @Test
  void moreIdsThanThereAreIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> ids(8, 1).fillDistinct(new int[9]));
  }

  @Test
  void theSeedDecides() {
    ZipfIds one = ids(1_000, 0.9);
    ZipfIds other = ids(1_000, 0.9);
    for (int i = 0; i < 1_000; i++) {
      assertEquals(one.next(), other.next());
    }
  }

  private static ZipfIds ids(int n, double theta) {
    return new ZipfIds(RandomSource.XO_RO_SHI_RO_128_PP.create(SEED), n, theta);
  }

  private static double[] probabilities(double theta) {
    double[] weights = weights(IDS, theta);
    double total = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> weight / total).toArray();
  }

  private static double[] weights(int n, double theta) {
    double[] weights = new double[n];
    for (int id = 0; id < n; id++) {
      weights[id] = Math.pow(id + 1.0, -theta);
    }
    return weights;
  }

  /**
   * Checks the counts with a chi-square test, whose bound is six standard deviations. With this
   * number of draws, the counts of a wrong distribution would deviate by hundreds of standard
   * deviations.
   */
  private static void assertFits(long[] counts, double[] probabilities, long draws, String what) {
    double chiSquare = 0;
    int cells = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = probabilities[i] * draws;
      if (expected == 0) {
        assertEquals(0, counts[i], what + ", cell " + i);
      } else {
        chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
        cells++;
      }
    }
    int degrees = cells - 1;
    double bound = degrees + 6 * Math.sqrt(2.0 * degrees);
    assertTrue(chiSquare < bound, what + ": chi-square " + chiSquare + " over " + bound);
  }

  @Test
  @Timeout(20)
  void manyDistinctIdsAreDrawnQuicklyWithMuchSkew() {
    ZipfIds ids = new ZipfIds(RandomSource.XO_RO_SHI_RO_128_PP.create(1), 50_000, 2);
    int[] drawn = new int[100];

    for (int i = 0; i < 5_000; i++) {
      ids.fillDistinct(drawn);
      assertEquals(100, Arrays.stream(drawn).distinct().count());
    }
  }
}
