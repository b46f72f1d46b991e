package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.Policy;
import java.util.SplittableRandom;

/**
 * Orders the vertices of a batch by their suitability as victims. Repairable transactions come
 * before all other transactions. Within each of these two kinds, the {@link Policy} decides: it
 * determines the numbers {@code major} and {@code minor}, and {@code major} is compared first. If
 * two vertices are still equal, the younger transaction comes first. No two vertices are equal, so
 * every selection algorithm gives the same result.
 */
public final class Ranking {
  private static final int PRODUCT_BITS = Integer.SIZE - 1;

  private final Policy policy;
  private final SplittableRandom random;
  private final boolean byChanceAlone;
  private boolean mixed;
  private AccessSets batch = new AccessSets();
  private long[] major = new long[0];
  private long[] minor = new long[0];

  public Ranking(Policy policy, long seed) {
    this(policy, seed, false);
  }

  private Ranking(Policy policy, long seed, boolean byChanceAlone) {
    this.policy = policy;
    this.random = new SplittableRandom(seed);
    this.byChanceAlone = byChanceAlone;
  }

  /**
   * Returns the ranking of the random baselines. It ignores whether transactions are repairable.
   */
  public static Ranking byChanceAlone(long seed) {
    return new Ranking(Policy.RANDOM, seed, true);
  }

  /**
   * Begins a batch. Under {@link Policy#RANDOM}, the method also draws a new random ranking for the
   * batch.
   */
  public void start(AccessSets of) {
    batch = of;
    mixed = !byChanceAlone && of.isMixed();
    int size = of.size();
    if (major.length < size) {
      int capacity = Capacity.atLeast(size);
      major = new long[capacity];
      minor = new long[capacity];
    }
    draw();
  }

  /** Draws a new random ranking under {@link Policy#RANDOM}; has no effect under other policies. */
  void draw() {
    if (policy == Policy.RANDOM) {
      for (int v = 0; v < batch.size(); v++) {
        major[v] = random.nextLong();
      }
    }
  }

  /** Ranks the vertices of a range by their degrees in the remaining graph. */
  public void rank(int[] vertices, int from, int to, Residual residual) {
    for (int i = from; i < to; i++) {
      rank(vertices[i], residual.inDegree(vertices[i]), residual.outDegree(vertices[i]));
    }
  }

  private void rank(int v, int inDegree, int outDegree) {
    switch (policy) {
      case RANDOM -> {}
      case MAX_DEGREE -> major[v] = Math.max(inDegree, outDegree);
      case SUM_DEGREE -> major[v] = (long) inDegree + outDegree;
      case PROD_DEGREE -> major[v] = (long) inDegree * outDegree;
      case RCT -> {
        major[v] = -batch.restarts(v);
        minor[v] = (long) inDegree * outDegree;
      }
      case RDEG -> major[v] = halved((long) inDegree * outDegree, batch.restarts(v));
      case WEIGHT -> {
        major[v] = -batch.weight(v);
        minor[v] = (long) inDegree * outDegree;
      }
    }
  }

  /** Returns whether {@code a} enters the feedback vertex set before {@code b}. */
  public boolean before(int a, int b) {
    if (mixed && batch.repairable(a) != batch.repairable(b)) {
      return batch.repairable(a);
    }
    if (major[a] != major[b]) {
      return major[a] > major[b];
    }
    return minor[a] != minor[b] ? minor[a] > minor[b] : a > b;
  }

  /**
   * Maps product / 2^halvings to a long without rounding, so that comparing the longs compares the
   * quotients. The result has the form of a floating-point number, and its exponent can represent
   * any number of restarts. The product must be below 2^31.
   */
  public static long halved(long product, int halvings) {
    if (product == 0) {
      return Long.MIN_VALUE;
    }
    int leadingZeros = Long.numberOfLeadingZeros(product);
    long mantissa = product << leadingZeros >>> (Long.SIZE - PRODUCT_BITS);
    long exponent = (long) (Long.SIZE - leadingZeros) - halvings;
    return (exponent << PRODUCT_BITS) + mantissa;
  }
}
