package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;

/**
 * Scales the weights of a batch in which some transactions are repairable and some are not. After
 * the scaling, one transaction that is not repairable outweighs all repairable transactions
 * together. So a lightest set of victims first minimizes the weight of the victims that abort, and
 * then the weight of the victims that are repaired.
 *
 * <p>Let R be the total weight of the repairable transactions. The weights of the other
 * transactions are multiplied by R + 1; their ratios stay the same. Let N be the total weight of
 * the other transactions before this multiplication. Then the batch weighs (N + 1)(R + 1) − 1. If
 * this sum exceeds {@link VictimWeights#MAX_TOTAL}, weights are halved, rounded down but not below
 * 1. First the weights of the repairable transactions are halved, until the sum fits or all these
 * weights are 1. If the sum still does not fit, the weights of the other transactions are halved
 * until it fits. It fits at the latest when all weights are 1.
 *
 * <p>The cost is O(transactions) for each halving. There are at most 62 halvings for each kind of
 * transaction.
 */
final class RepairableBelow {
  private RepairableBelow() {}

  /**
   * Scales weights in place.
   *
   * @param batch a batch that has transactions of both kinds
   * @param weights one weight for each transaction, 1 or more, with any sum
   * @return whether no weight was halved
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
   * Returns the total weight of the transactions of one kind after halving. The result is limited
   * to {@link VictimWeights#MAX_TOTAL}; a total of this size never fits.
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
