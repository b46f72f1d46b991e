package dev.yardmaster.proof.checker;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that the radix sort gives the same order as a stable comparison sort. */
class RadixOrderTest {

  @Test
  void sortsAsAComparisonDoes() {
    for (long seed = 1; seed <= 500; seed++) {
      Random random = new Random(seed);
      long mask = random.nextLong() >>> random.nextInt(Long.SIZE);
      long[] keys = new long[random.nextInt(300)];
      for (int i = 0; i < keys.length; i++) {
        keys[i] =
            switch (random.nextInt(20)) {
              case 0 -> Long.MAX_VALUE;
              case 1 -> Long.MIN_VALUE;
              default -> random.nextLong() & mask;
            };
      }
      int[] expected =
          IntStream.range(0, keys.length)
              .boxed()
              .sorted(Comparator.comparingLong(row -> keys[row]))
              .mapToInt(Integer::intValue)
              .toArray();
      assertArrayEquals(expected, RadixOrder.of(keys), "seed=" + seed);
    }
  }
}
