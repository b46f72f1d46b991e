package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.VictimSet;

/**
 * The sort-based greedy algorithm: takes the k highest-ranked vertices, trims, and ranks again,
 * until nothing is left.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), Algorithm 2. When at most k vertices are left, the
 * multi-factor drops to 1, as the paper's text says. In the paper's listing, it drops only when
 * fewer than k vertices are left. With k = 2, the listing would take both vertices of a last cycle
 * of two. The cost is O(V²/k + V + E).
 */
public final class SortGreedy implements FeedbackVertexSearch {
  private final int multiFactor;
  private final Residual residual = new Residual();
  private int[] left = new int[0];

  public SortGreedy(int multiFactor) {
    this.multiFactor = multiFactor;
  }

  @Override
  public void search(ConflictGraph graph, Ranking ranking, VictimSet victims) {
    if (left.length < graph.size()) {
      left = new int[Capacity.atLeast(graph.size())];
    }
    int count = residual.reset(graph, left);
    if (count > 0) {
      victims.raiseLowerBound(1);
    }
    while (count > 0) {
      ranking.rank(left, 0, count, residual);
      int k = count <= multiFactor ? 1 : multiFactor;
      TopRanked.select(left, count, k, ranking);
      for (int i = 0; i < k; i++) {
        victims.add(left[i]);
        residual.take(left[i]);
      }
      residual.trim(Residual.WHOLE);
      count = residual.compact(left, 0, count, Residual.WHOLE);
    }
  }
}
