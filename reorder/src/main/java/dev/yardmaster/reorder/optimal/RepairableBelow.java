package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;

/**
 * Scales the weights of a mixed batch so that one transaction that is not repairable outweighs all
 * repairable ones together. A lightest set of victims is then lexicographically least: first by the
 * victims that abort, then by those that are repaired.
 *
 * <p>With R the total weight of the repairable transactions, the weights of the others are
 * multiplied by R + 1, which keeps their ratios. With N the total weight of the others before, the
 * batch then weighs (N + 1)(R + 1) − 1. If that exceeds {@link VictimWeights#MAX_TOTAL}, weights
 * are halved, rounded down but not below 1: first those of the repairable transactions until the
 * sum fits or all of them are 1, then those of the others until the sum fits, which is the case at
 * the latest when all are 1.
 *
 * <p>O(transactions) for each halving, of which there are at most 62 for each kind.
 */
final class RepairableBelow {
  private RepairableBelow() {}

  /**
   * Scales weights in place.
   *
   * @param batch has transactions of both kinds
   * @param weights one for each transaction, 1 or more, with any sum
   * @return true when nothing was halved
   */
  static boolean scale(AccessSets batch, long[] weights) {
    int halvings = 0;
    int halvingsOfRepairable = 0;
    long others = total(batch, weights, false, 0);
    long repairable = total(batch, weights, true, 0);
    while (!fit(others, repairable) && repairable > batch.repairableCount()) {
      repairable = total(batch, weights, true, ++halvingsOfRepairable);
    }
    while (!fit(others, repairable)) {
      others = total(batch, weights, false, ++halvings);
    }
    for (int t = 0; t < batch.size(); t++) {
      weights[t] =
          batch.repairable(t)
              ? halved(weights[t], halvingsOfRepairable)
              : halved(weights[t], halvings) * (repairable + 1);
    }
    return halvings == 0 && halvingsOfRepairable == 0;
  }

  /**
   * Returns the total weight of one kind, or {@link VictimWeights#MAX_TOTAL}, which never fits, if
   * that is less.
   */
  private static long total(AccessSets batch, long[] weights, boolean repairable, int halvings) {
    long total = 0;
    for (int t = 0; t < batch.size(); t++) {
      if (batch.repairable(t) == repairable) {
        total += Math.min(halved(weights[t], halvings), VictimWeights.MAX_TOTAL - total);
      }
    }
    return total;
  }

  private static boolean fit(long others, long repairable) {
    return repairable + 1 <= (VictimWeights.MAX_TOTAL + 1) / (others + 1);
  }

  private static long halved(long weight, int halvings) {
    return Math.max(1, weight >>> halvings);
  }
}
