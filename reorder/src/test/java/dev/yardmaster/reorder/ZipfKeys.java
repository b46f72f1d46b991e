package dev.yardmaster.reorder;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws keys 0 to n - 1 with probability proportional to 1 / (key + 1)^theta. */
public final class ZipfKeys {
  private final double[] cumulative;

  public ZipfKeys(int keys, double theta) {
    cumulative = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += Math.pow(i + 1, -theta);
      cumulative[i] = sum;
    }
  }

  int next(SplittableRandom random) {
    double drawn = random.nextDouble() * cumulative[cumulative.length - 1];
    int place = Arrays.binarySearch(cumulative, drawn);
    return place < 0 ? -place - 1 : place;
  }
}
