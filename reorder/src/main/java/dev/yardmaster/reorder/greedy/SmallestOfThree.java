package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.VictimSet;

/**
 * The smallest of three sets, each found with a new random ranking. This algorithm is the paper's
 * {@code random_3} (Ding, Kot and Gehrke, PVLDB 12(2), section 5.1).
 */
public final class SmallestOfThree implements FeedbackVertexSearch {
  private static final int RUNS = 3;

  private final FeedbackVertexSearch one;
  private final VictimSet candidate = new VictimSet();

  public SmallestOfThree(FeedbackVertexSearch one) {
    this.one = one;
  }

  @Override
  public void search(ConflictGraph graph, Ranking ranking, VictimSet victims) {
    one.search(graph, ranking, victims);
    for (int run = 1; run < RUNS; run++) {
      ranking.draw();
      candidate.clear(graph.size());
      one.search(graph, ranking, candidate);
      if (candidate.size() < victims.size()) {
        victims.copyFrom(candidate, graph.size());
      }
    }
  }
}
