package dev.yardmaster.benchmarks.workload.records;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The parameters that a changing load draws for each phase, as in the CormCC paper (USENIX ATC
 * 2018, section 6.4).
 *
 * @param theta skew of Zipf's law inside a partition: 0, 0.5, 1 or 1.5
 * @param cross number of partitions with transactions over two partitions: 0, or a multiple of an
 *     eighth of all partitions (a multiple of 2 if an eighth is below 2)
 * @param crossPercent percentage of such transactions in these partitions: 50 to 100
 * @param seed seed of the phase's transactions
 */
public record Redraw(double theta, int cross, int crossPercent, long seed) {

  private static final List<Double> THETAS = List.of(0.0, 0.5, 1.0, 1.5);
  private static final int STEPS = 8;

  /** Draws the parameters of the next phase for a number of partitions, at least 2. */
  public static Redraw next(SplittableRandom random, int partitions) {
    int step = Math.max(2, partitions / STEPS);
    return new Redraw(
        oneOf(THETAS, random),
        step * random.nextInt(partitions / step + 1),
        50 + random.nextInt(51),
        random.nextLong());
  }

  /** Returns a random element of a list. */
  public static <T> T oneOf(List<T> values, SplittableRandom random) {
    return values.get(random.nextInt(values.size()));
  }
}
