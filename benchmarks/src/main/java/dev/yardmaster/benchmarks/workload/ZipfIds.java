package dev.yardmaster.benchmarks.workload;

import dev.yardmaster.workloads.WorkloadOption;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteUniformSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.jspecify.annotations.Nullable;

/**
 * Draws ids 0 to {@code n - 1} by Zipf's law: id {@code i} has probability {@code (i + 1)^-theta /
 * H}, exactly, for every theta from 0 (uniform) upwards. The most popular id is 0, the next is 1,
 * and so on. Services place keys by hash, so ids of similar popularity are not neighbours in
 * storage.
 *
 * <p>Ids that must differ are drawn one after another, each by Zipf's law among the ids that are
 * not drawn yet. To draw again after each duplicate gives this distribution, but takes long if a
 * few ids have nearly all of the probability. Therefore, after some duplicates, the method draws
 * the id by one search in the distribution of the remaining ids. The result has the same
 * distribution.
 */
public final class ZipfIds {

  /** The option for the exponent of the law. */
  public static final WorkloadOption SKEW =
      WorkloadOption.decimal(
          "skew", 0, 5, 0.9, "skew with which keys are drawn: theta of Zipf's law, 0 is uniform");

  private static final int MAX_CLASHES = 32;

  private final UniformRandomProvider random;
  private final DiscreteSampler ranks;
  private final int n;
  private final double theta;
  private double @Nullable [] weightsBelow;

  /**
   * Creates a source of ids that draws from {@code random}; {@code n} is at least 1 and {@code
   * theta} at least 0.
   */
  public ZipfIds(UniformRandomProvider random, int n, double theta) {
    this.random = random;
    this.n = n;
    this.theta = theta;
    this.ranks =
        theta == 0
            ? DiscreteUniformSampler.of(random, 1, n)
            : RejectionInversionZipfSampler.of(random, n, theta);
  }

  /** Draws one id. */
  public int next() {
    return ranks.sample() - 1;
  }

  /**
   * Fills the array with distinct drawn ids.
   *
   * @throws IllegalArgumentException if the array is longer than the number of ids
   */
  public void fillDistinct(int[] ids) {
    if (ids.length > n) {
      throw new IllegalArgumentException("there are no " + ids.length + " distinct ids in " + n);
    }
    for (int i = 0; i < ids.length; i++) {
      ids[i] = nextOutside(ids, i);
    }
  }

  private int nextOutside(int[] taken, int count) {
    for (int clashes = 0; clashes < MAX_CLASHES; clashes++) {
      int id = next();
      if (!contains(taken, count, id)) {
        return id;
      }
    }
    return drawOutside(taken, count);
  }

  /**
   * Draws an id that is not taken: one binary search in the cumulative weights, without the weights
   * of the taken ids.
   */
  private int drawOutside(int[] taken, int count) {
    double[] sums = sums();
    int[] sorted = Arrays.copyOf(taken, count);
    Arrays.sort(sorted);
    double left = sums[n];
    for (int id : sorted) {
      left -= sums[id + 1] - sums[id];
    }
    double target = random.nextDouble() * left;
    for (int id : sorted) {
      if (target >= sums[id]) {
        target += sums[id + 1] - sums[id];
      }
    }
    int found = Arrays.binarySearch(sums, target);
    int id = Math.min(n - 1, found >= 0 ? found : -found - 2);
    while (contains(taken, count, id)) {
      id = (id + 1) % n; // Because of rounding, the search may end at a taken id.
    }
    return id;
  }

  /**
   * Returns the cumulative weights: element {@code i} is the sum of the weights of the ids below
   * {@code i}, and the last element is the sum of all weights.
   */
  private double[] sums() {
    if (weightsBelow == null) {
      weightsBelow = new double[n + 1];
      for (int id = 0; id < n; id++) {
        weightsBelow[id + 1] = weightsBelow[id] + weight(id);
      }
    }
    return weightsBelow;
  }

  private double weight(int id) {
    return Math.pow(id + 1.0, -theta);
  }

  private static boolean contains(int[] ids, int count, int id) {
    for (int i = 0; i < count; i++) {
      if (ids[i] == id) {
        return true;
      }
    }
    return false;
  }
}
