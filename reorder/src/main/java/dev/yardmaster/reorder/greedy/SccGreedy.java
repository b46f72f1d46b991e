package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.VictimSet;

/**
 * The greedy algorithm on strong components. The algorithm takes the highest-ranked vertex of each
 * component, trims, and splits the rest of the component into components again. With a threshold,
 * components up to this size are searched exactly instead. This is the hybrid algorithm; with the
 * largest threshold, it is the exact algorithm.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), Algorithm 1 and the hybrid of section 4.1, with a
 * stack instead of the recursion. Components are independent, so their order does not matter. The
 * greedy algorithm costs O(V · (V + E)).
 */
public final class SccGreedy implements FeedbackVertexSearch {
  private final int threshold;
  private final long searchBudget;
  private final Residual residual = new Residual();
  private final StrongComponents components = new StrongComponents(residual);
  private final ExactSearch exact = new ExactSearch();
  private int[] left = new int[0];

  /** Creates the algorithm without exact search. */
  public SccGreedy() {
    this(0, 0);
  }

  /**
   * Creates the algorithm with exact search.
   *
   * @param threshold the size, in vertices, of the largest component that is searched exactly
   * @param searchBudget the maximum number of search-tree nodes for a whole graph
   */
  public SccGreedy(int threshold, long searchBudget) {
    this.threshold = threshold;
    this.searchBudget = searchBudget;
  }

  @Override
  public void search(ConflictGraph graph, Ranking ranking, VictimSet victims) {
    if (left.length < graph.size()) {
      left = new int[Capacity.atLeast(graph.size())];
    }
    int count = residual.reset(graph, left);
    components.reset(graph.size());
    components.split(graph, left, 0, count);
    int lastOfWhole = residual.parts();
    long budget = searchBudget;
    while (!components.isEmpty()) {
      int to = components.popEnd();
      int from = components.popStart();
      int part = residual.part(left[from]);
      // Only the components of the whole graph raise the lower bound. All later components are
      // parts of these components, and would be counted twice.
      boolean ofWhole = part <= lastOfWhole;
      int needed = 1;
      boolean solved = false;
      residual.countDegrees(left, from, to, part);
      ranking.rank(left, from, to, residual);
      if (to - from <= threshold && budget > 1) {
        int before = victims.size();
        // The search of a component gets half of the remaining budget, so that a hard component
        // leaves some budget for later components.
        solved = exact.search(graph, ranking, left, from, to, budget / 2, victims);
        budget -= exact.visited();
        needed = solved ? victims.size() - before : 1;
      }
      if (ofWhole) {
        victims.raiseLowerBound(needed);
      }
      if (!solved) {
        takeBest(ranking, from, to, victims);
        residual.trim(part);
        components.split(graph, left, from, residual.compact(left, from, to, part));
      }
    }
  }

  private void takeBest(Ranking ranking, int from, int to, VictimSet victims) {
    int best = left[from];
    for (int i = from + 1; i < to; i++) {
      if (ranking.before(left[i], best)) {
        best = left[i];
      }
    }
    victims.add(best);
    residual.take(best);
  }
}
