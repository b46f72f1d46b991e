package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.VictimSet;

/** Finds vertices whose removal makes the graph acyclic. */
public interface FeedbackVertexSearch {
  /**
   * Adds a feedback vertex set of the graph to {@code victims}, which is empty, and raises the
   * lower bound to the one that the search found.
   *
   * @param ranking started for the graph's batch
   */
  void search(ConflictGraph graph, Ranking ranking, VictimSet victims);
}
