package dev.yardmaster.proof.checker;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleDirectedWeightedGraph;
import org.jgrapht.traverse.ClosestFirstIterator;

/**
 * Finds the shortest cycle of a core (the transactions that may be on cycles), with JGraphT. The
 * search determines the strongly connected components, and then the shortest path from each
 * transaction back to itself.
 *
 * <p>A vertex of the graph is the number of a transaction, or a negative number for the end of a
 * transaction. The ends of transactions form a chain, in the order of time. An edge leads from each
 * transaction to its own end. Another edge leads to each transaction from the last end before the
 * transaction began. So real-time order needs only a linear number of edges, instead of a quadratic
 * number. A path along the chain costs 1. Every other edge also costs 1, except that an rw edge
 * costs slightly more. So if a transaction is on several cycles of equal length, the search prefers
 * a cycle with fewer rw edges, because such a cycle is a worse anomaly. If cycles through different
 * transactions have equal cost, the search returns the first of these cycles that it finds.
 */
final class CycleSearch {

  /**
   * The result of a search.
   *
   * @param cycle the transactions of a cycle; each has an edge to the next transaction, and the
   *     last has an edge to the first
   * @param shortest whether no other cycle is shorter
   * @param onCycles the number of transactions that are on cycles
   */
  record Found(List<Integer> cycle, boolean shortest, int onCycles) {}

  private static final double RW_WEIGHT = 1 + 1.0 / (1 << 20);

  /**
   * The maximum number of vertices that the search visits. After that, the search returns the best
   * cycle found so far. A search of this length takes a few seconds.
   */
  private static final long MAX_STEPS = 1_000_000;

  private final TransactionColumns transactions;
  private final DependencyGraph dependencies;
  private final Members core;
  private final Level level;
  private final Graph<Integer, DefaultWeightedEdge> graph =
      new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);

  private List<Integer> best = List.of();
  private double bestWeight = Double.POSITIVE_INFINITY;
  private boolean exhausted;

  CycleSearch(
      TransactionColumns transactions, DependencyGraph dependencies, Members core, Level level) {
    this.transactions = transactions;
    this.dependencies = dependencies;
    this.core = core;
    this.level = level;
  }

  /** Searches a core, which must have a cycle. */
  Found search() {
    addTransactions();
    addDependencies();
    if (level.has(Level.REAL_TIME)) {
      addRealTime();
    }
    List<Set<Integer>> components = components();
    int onCycles = components.stream().mapToInt(CycleSearch::transactionsIn).sum();
    searchPairs();
    if (best.isEmpty()) {
      searchFromEach(components);
    }
    List<Integer> cycle = best.stream().filter(vertex -> vertex >= 0).toList();
    return new Found(cycle, !exhausted, onCycles);
  }

  private void addTransactions() {
    for (int transaction : core.byBegin()) {
      graph.addVertex(transaction);
    }
  }

  /**
   * Adds the edges to the graph, the worst kind first. The graph keeps only the first edge between
   * two transactions.
   */
  private void addDependencies() {
    for (Level edges : List.of(Level.WRITES, Level.INFORMATION_FLOW, Level.DATA)) {
      if (!level.has(edges)) {
        return;
      }
      double weight = edges == Level.DATA ? RW_WEIGHT : 1;
      for (int from : core.byBegin()) {
        int found = dependencies.findSuccessors(from, edges);
        for (int i = 0; i < found; i++) {
          int to = dependencies.found(i);
          if (graph.containsVertex(to) && !graph.containsEdge(from, to)) {
            addEdge(from, to, weight);
          }
        }
      }
    }
  }

  private void addRealTime() {
    int[] byEnd = core.byEnd();
    for (int rank = 0; rank < byEnd.length; rank++) {
      graph.addVertex(moment(rank));
      addEdge(byEnd[rank], moment(rank), 1);
      if (rank > 0) {
        addEdge(moment(rank - 1), moment(rank), 0);
      }
    }
    int ended = 0;
    for (int transaction : core.byBegin()) {
      while (ended < byEnd.length && transactions.isBefore(byEnd[ended], transaction)) {
        ended++;
      }
      if (ended > 0) {
        addEdge(moment(ended - 1), transaction, 0);
      }
    }
  }

  private static int moment(int rank) {
    return -1 - rank;
  }

  private void addEdge(int from, int to, double weight) {
    graph.setEdgeWeight(graph.addEdge(from, to), weight);
  }

  /** Returns the strongly connected components that have cycles, the smallest first. */
  private List<Set<Integer>> components() {
    return new KosarajuStrongConnectivityInspector<>(graph)
        .stronglyConnectedSets().stream()
            .filter(component -> component.size() > 1)
            .sorted(Comparator.comparingInt(Set::size))
            .toList();
  }

  private static int transactionsIn(Set<Integer> component) {
    return (int) component.stream().filter(vertex -> vertex >= 0).count();
  }

  /**
   * Finds cycles of two transactions directly from the edges, without a search. Most broken
   * histories have such cycles.
   */
  private void searchPairs() {
    for (DefaultWeightedEdge edge : graph.edgeSet()) {
      int from = graph.getEdgeSource(edge);
      int to = graph.getEdgeTarget(edge);
      if (from < 0 || to < 0) {
        continue;
      }
      DefaultWeightedEdge back = graph.getEdge(to, from);
      double weight = graph.getEdgeWeight(edge);
      if (back != null) {
        offer(List.of(from, to), weight + graph.getEdgeWeight(back));
      }
      if (level.has(Level.REAL_TIME) && transactions.isBefore(to, from)) {
        offer(List.of(from, to), weight + 1);
      }
    }
  }

  private void searchFromEach(List<Set<Integer>> components) {
    long steps = 0;
    for (Set<Integer> component : components) {
      for (int start : component) {
        if (start < 0) {
          continue;
        }
        // There is no cycle of two transactions here, because searchPairs would have found it.
        if (best.size() > 0 && Math.floor(bestWeight) == 3) {
          return;
        }
        if (steps > MAX_STEPS && !best.isEmpty()) {
          exhausted = true;
          return;
        }
        steps += searchFrom(start);
      }
    }
  }

  /** Searches for a better cycle through a transaction. Returns the number of visited vertices. */
  private int searchFrom(int start) {
    int reached = 0;
    ClosestFirstIterator<Integer, DefaultWeightedEdge> closest =
        new ClosestFirstIterator<>(graph, start, bestWeight);
    while (closest.hasNext()) {
      int last = closest.next();
      reached++;
      DefaultWeightedEdge back = graph.getEdge(last, start);
      if (back != null) {
        double weight = closest.getShortestPathLength(last) + graph.getEdgeWeight(back);
        if (weight < bestWeight) {
          offer(path(closest, start, last), weight);
        }
      }
    }
    return reached;
  }

  private List<Integer> path(
      ClosestFirstIterator<Integer, DefaultWeightedEdge> closest, int start, int last) {
    Deque<Integer> path = new ArrayDeque<>();
    path.addFirst(last);
    for (int vertex = last; vertex != start; ) {
      vertex = graph.getEdgeSource(closest.getSpanningTreeEdge(vertex));
      path.addFirst(vertex);
    }
    return List.copyOf(path);
  }

  private void offer(List<Integer> cycle, double weight) {
    if (weight < bestWeight) {
      best = cycle;
      bestWeight = weight;
    }
  }
}
