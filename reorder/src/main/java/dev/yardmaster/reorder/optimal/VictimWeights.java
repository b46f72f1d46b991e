package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.Policy;
import java.util.Arrays;

/**
 * The weights of a batch's transactions for {@code Solver.OPTIMAL}, which minimizes the total
 * weight of the victims. The {@link Policy} determines the weights:
 *
 * <ul>
 *   <li>{@link Policy#PROD_DEGREE} ({@code mc}), {@link Policy#MAX_DEGREE}, {@link
 *       Policy#SUM_DEGREE} and {@link Policy#RANDOM}: every transaction weighs 1, so that the
 *       number of victims is minimal. Degrees only guide a greedy choice, and do not affect an
 *       optimum.
 *   <li>{@link Policy#RCT}: a transaction with the lowest restart count of the batch weighs 1. A
 *       transaction with a higher count weighs 1 more than all transactions with lower counts
 *       together. The number of victims with the most restarts is therefore minimal. Among the sets
 *       with this minimum, the number of victims with the next lower count is minimal, and so on.
 *   <li>{@link Policy#RDEG}: 2^(restarts − least), where least is the lowest restart count of the
 *       batch.
 *   <li>{@link Policy#WEIGHT}: the caller's weight.
 * </ul>
 *
 * <p>If some transactions are more <em>urgent</em> than others, each weight is multiplied by the
 * urgency. For RCT, the urgency only distinguishes transactions with equal restarts.
 *
 * <p>In a <em>mixed</em> batch, some transactions are repairable and some are not. The weights of
 * each of these two kinds are first computed as for a separate batch. Then the weights of the
 * transactions that are not repairable are multiplied by 1 plus the total weight of the repairable
 * transactions. So the weight of the victims that abort is minimal; and among the sets with this
 * minimum, the weight of the repaired victims is minimal.
 *
 * <p>The total weight of a batch is at most {@link #MAX_TOTAL}, so that sums do not overflow. If
 * the total would be larger, the weights are reduced. For RCT, the lowest restart counts are merged
 * and get equal weights, until the sum fits. For RDEG, the difference of restarts counts only up to
 * {@link #MAX_DOUBLINGS}. For WEIGHT, all weights are halved, rounded down but not below 1, until
 * the sum fits. In a mixed batch, the weights of the repairable transactions are reduced first. The
 * weights of the other transactions are reduced only if this does not suffice. For RCT, the lowest
 * counts within a kind are merged. For WEIGHT and RDEG, the weights of a kind are halved; for RDEG,
 * the limit on doublings also applies. A transaction that is not repairable still outweighs all
 * repairable transactions together. With reduced weights, the victims are optimal for these
 * weights, but do not count as proven.
 */
public final class VictimWeights {
  public static final long MAX_TOTAL = 1L << 62;

  /**
   * The maximum number of doublings for RDEG; a larger difference of restarts counts as this
   * number. Sums then do not exceed {@link #MAX_TOTAL}, because {@link AccessSets#MAX_TRANSACTIONS}
   * is 2^12.
   */
  static final int MAX_DOUBLINGS = 50;

  /** The number of levels of urgency: 1, 2, 4, ... {@link AccessSets#MAX_URGENCY}. */
  private static final int URGENCY_LEVELS = 9;

  private static final int MAX_RESTARTS = Integer.MAX_VALUE / URGENCY_LEVELS - 1;

  private final Policy policy;
  private boolean exact = true;
  private long[] weights = new long[0];
  private int[] levels = new int[0];
  private long[] levelWeights = new long[0];

  public VictimWeights(Policy policy) {
    this.policy = policy;
  }

  /** Returns whether no weight of the last batch was reduced. */
  public boolean areExact() {
    return exact;
  }

  /** Returns whether all transactions of a batch weigh 1 under this policy. The cost is O(1). */
  public boolean areOnes(AccessSets batch) {
    return switch (policy) {
      case RANDOM, MAX_DEGREE, SUM_DEGREE, PROD_DEGREE -> !batch.isMixed() && !batch.hasUrgencies();
      case RCT, RDEG, WEIGHT -> false;
    };
  }

  /**
   * Returns the weights of a batch, one for each transaction. The array is valid until the next
   * call.
   */
  public long[] of(AccessSets batch) {
    int size = batch.size();
    if (weights.length < size) {
      int capacity = Capacity.atLeast(size);
      weights = new long[capacity];
      levels = new int[capacity];
      levelWeights = new long[capacity];
    }
    exact = true;
    switch (policy) {
      case RANDOM, MAX_DEGREE, SUM_DEGREE, PROD_DEGREE -> Arrays.fill(weights, 0, size, 1);
      case RCT -> weighByLevel(batch);
      case RDEG -> weighByDoubling(batch);
      case WEIGHT -> weighByCaller(batch);
    }
    if (batch.hasUrgencies() && policy != Policy.RCT) { // The levels of RCT include them.
      exact &= UrgentAbove.scale(batch, weights);
    }
    if (batch.isMixed() && policy != Policy.RCT) {
      // For RCT, the levels already separate repairable transactions from others.
      exact &= RepairableBelow.scale(batch, weights);
    }
    return weights;
  }

  private void weighByDoubling(AccessSets batch) {
    int least = Integer.MAX_VALUE;
    int leastRepairable = Integer.MAX_VALUE;
    for (int t = 0; t < batch.size(); t++) {
      if (batch.repairable(t)) {
        leastRepairable = Math.min(leastRepairable, batch.restarts(t));
      } else {
        least = Math.min(least, batch.restarts(t));
      }
    }
    for (int t = 0; t < batch.size(); t++) {
      int doublings = batch.restarts(t) - (batch.repairable(t) ? leastRepairable : least);
      exact &= doublings <= MAX_DOUBLINGS;
      weights[t] = 1L << Math.min(doublings, MAX_DOUBLINGS);
    }
  }

  private void weighByCaller(AccessSets batch) {
    if (batch.isMixed()) { // RepairableBelow halves the weights later, one kind after the other.
      for (int t = 0; t < batch.size(); t++) {
        weights[t] = batch.weight(t);
      }
      return;
    }
    int halvings = 0;
    while (!weighHalved(batch, halvings)) {
      halvings++;
    }
    exact = halvings == 0;
  }

  private boolean weighHalved(AccessSets batch, int halvings) {
    long left = MAX_TOTAL;
    for (int t = 0; t < batch.size(); t++) {
      weights[t] = Math.max(1, batch.weight(t) >>> halvings);
      left -= weights[t];
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  private void weighByLevel(AccessSets batch) {
    int count = collectLevels(batch);
    int merged = 1;
    while (!weighLevels(batch, count, merged)) {
      merged++;
    }
    exact = merged == 1;
    for (int t = 0; t < batch.size(); t++) {
      weights[t] = levelWeights[levelOf(batch, t, count)];
    }
  }

  /**
   * Lists the levels of the batch in ascending order, and returns their number. Transactions with
   * the same repairability, restart count and urgency have the same level. The levels of repairable
   * transactions are below the levels of all other transactions.
   */
  private int collectLevels(AccessSets batch) {
    int count = 0;
    for (int t = 0; t < batch.size(); t++) {
      int place = levelOf(batch, t, count);
      if (place < 0) {
        System.arraycopy(levels, -place - 1, levels, -place, count++ + place + 1);
        levels[-place - 1] = level(batch, t);
      }
    }
    return count;
  }

  private int levelOf(AccessSets batch, int t, int count) {
    return Arrays.binarySearch(levels, 0, count, level(batch, t));
  }

  /**
   * Returns the level of a transaction. The level is negative for a repairable transaction. If two
   * transactions of the same kind have equal restarts, the more urgent transaction has the higher
   * level.
   */
  private static int level(AccessSets batch, int t) {
    int restarts = Math.min(batch.restarts(t), MAX_RESTARTS);
    int level = restarts * URGENCY_LEVELS + Integer.numberOfTrailingZeros(urgency(batch, t));
    return batch.repairable(t) ? level | Integer.MIN_VALUE : level;
  }

  /** Returns the largest power of 2 that does not exceed the urgency. */
  private static int urgency(AccessSets batch, int t) {
    return Integer.highestOneBit(batch.urgency(t));
  }

  /**
   * Computes the weights of the levels. The {@code merged} lowest levels of a kind count as one
   * level. Returns false if the batch weighs too much.
   */
  private boolean weighLevels(AccessSets batch, int count, int merged) {
    // The weights are computed only after this method has returned. Until then, their array serves
    // as a buffer.
    long[] members = weights;
    Arrays.fill(members, 0, count, 0);
    for (int t = 0; t < batch.size(); t++) {
      members[levelOf(batch, t, count)]++;
    }
    long total = 0;
    for (int level = 0; level < count; level++) {
      boolean asBelow =
          level > 0 && level < merged && (levels[level] < 0) == (levels[level - 1] < 0);
      long weight = asBelow ? levelWeights[level - 1] : total + 1;
      levelWeights[level] = weight;
      if (members[level] > (MAX_TOTAL - total) / weight) {
        return false;
      }
      total += members[level] * weight;
    }
    return true;
  }
}
