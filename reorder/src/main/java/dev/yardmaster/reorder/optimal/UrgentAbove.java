package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.AccessSets;

/**
 * Multiplies the weights of a batch by the urgencies of its transactions. If the sum of the weights
 * times the highest urgency exceeds {@link VictimWeights#MAX_TOTAL}, all weights are first halved,
 * rounded down but not below 1, until this product fits. The cost is O(transactions) for each
 * halving. There are at most 62 halvings.
 */
final class UrgentAbove {
  private UrgentAbove() {}

  /**
   * Scales weights in place.
   *
   * @param weights one weight for each transaction, 1 or more, with any sum
   * @return whether no weight was halved
   */
  static boolean scale(AccessSets batch, long[] weights) {
    int halvings = 0;
    while (!fits(batch, weights, halvings)) {
      halvings++;
    }
    for (int t = 0; t < batch.size(); t++) {
      weights[t] = Math.max(1, weights[t] >>> halvings) * batch.urgency(t);
    }
    return halvings == 0;
  }

  private static boolean fits(AccessSets batch, long[] weights, int halvings) {
    long left = VictimWeights.MAX_TOTAL / batch.mostUrgency();
    for (int t = 0; t < batch.size(); t++) {
      left -= Math.min(left + 1, Math.max(1, weights[t] >>> halvings));
      if (left < 0) {
        return false;
      }
    }
    return true;
  }
}
