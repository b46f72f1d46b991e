package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.VictimSet;

/** Finds vertices whose removal leaves the graph without cycles. */
public interface FeedbackVertexSearch {
  /**
   * Adds a feedback vertex set of the graph to {@code victims}, which is empty, with the lower
   * bound that the search came upon.
   *
   * @param ranking started for the graph's batch
   */
  void search(ConflictGraph graph, Ranking ranking, VictimSet victims);
}
