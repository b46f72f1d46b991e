package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.VictimSet;

/** Finds vertices whose removal makes the graph acyclic. */
public interface FeedbackVertexSearch {
  /**
   * Adds a feedback vertex set of the graph to {@code victims}, which must be empty. Raises the
   * lower bound of {@code victims} to the bound that the search found.
   *
   * @param ranking a ranking on which {@link Ranking#start} was called for the graph's batch
   */
  void search(ConflictGraph graph, Ranking ranking, VictimSet victims);
}
