package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.greedy.ConflictGraph;
import dev.yardmaster.reorder.greedy.FeedbackVertexSearch;
import dev.yardmaster.reorder.greedy.Ranking;

/** Reorders a batch with the algorithms of the paper, on adjacency lists. */
final class ListReordering implements BatchReordering {
  private final ConflictGraph graph = new ConflictGraph();
  private final Ranking ranking;
  private final FeedbackVertexSearch search;
  private AccessSets batch = new AccessSets();

  ListReordering(Ranking ranking, FeedbackVertexSearch search) {
    this.ranking = ranking;
    this.search = search;
  }

  @Override
  public void build(AccessSets of) {
    batch = of;
    graph.build(of);
  }

  @Override
  public void solve(VictimSet victims) {
    if (graph.edges() > 0) {
      ranking.start(batch);
      search.search(graph, ranking, victims);
    }
  }

  @Override
  public void order(VictimSet victims, CommitOrder order) {
    order.build(graph, victims);
  }

  @Override
  public int edges() {
    return graph.edges();
  }

  @Override
  public WriterTable writers() {
    return graph.writerTable();
  }
}
