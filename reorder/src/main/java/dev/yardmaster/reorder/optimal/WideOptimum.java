package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * Finds the feedback vertex set of least weight in a graph of more than 64 vertices. The class
 * executes the steps of {@link SmallOptimum} on rows of several words, until at most 64 vertices
 * are left. {@link SmallOptimum} solves this remaining graph.
 *
 * <p>Kernels with more than {@link WideSearch#MAX_SIZE} vertices are not searched. Instead, {@link
 * Annealing} improves their greedy set, and the result is not proven.
 */
public final class WideOptimum {
  private final SmallOptimum smallOptimum;
  private final WideSearch search;
  private final Annealing annealing = new Annealing();
  private final WideTrim trim = new WideTrim();

  private final SmallSubgraph subgraph = new SmallSubgraph();
  private final WideRules rules = new WideRules();
  private final WideGreedy greedy = new WideGreedy();
  private final WideKernel whole = new WideKernel();
  private final WideKernel kernel = new WideKernel();
  private final WideKernel greedyKernel = new WideKernel();

  private long[] cyclic = new long[0];
  private long[] victims = new long[0];
  private long[] otherVictims = new long[0];
  private int[] origin = new int[0];
  private int[] number = new int[0];
  private long[] out = new long[0];
  private long[] in = new long[0];
  private long[] all = new long[0];
  private long[] ones = new long[0];
  private long[] kernelWeights = new long[0];
  private boolean proven;

  public WideOptimum(SmallOptimum smallOptimum, SmallSearch smallSearch) {
    this.smallOptimum = smallOptimum;
    search = new WideSearch(smallSearch);
  }

  /** Solves a graph in which every vertex weighs 1; see {@link SmallOptimum#solve}. */
  public void solve(WideConflictGraph graph, long nodes) {
    if (ones.length < graph.size()) {
      ones = new long[Capacity.atLeast(graph.size())];
      Arrays.fill(ones, 1);
    }
    solve(graph, ones, nodes);
  }

  /** Solves a graph with weights of 1 or more, whose sum is at most 2^62. */
  public void solve(WideConflictGraph graph, long[] weights, long nodes) {
    reserve(graph.size(), graph.words());
    proven = true;
    Arrays.fill(victims, 0, graph.words(), 0);
    WideConflictGraph.fill(cyclic, graph.words(), graph.size());
    int count = WideTrim.trim(graph.out(), graph.in(), graph.words(), cyclic);
    if (count == 0) {
      return;
    }
    if (nodes == 0) {
      proven = solveGreedily(graph, weights);
      return;
    }
    whole.load(graph.out(), graph.in(), graph.size(), cyclic, weights);
    if (count > SmallConflictGraph.MAX_SIZE) {
      rules.reduce(whole, SmallConflictGraph.MAX_SIZE);
    }
    System.arraycopy(whole.taken(), 0, victims, 0, graph.words());
    if (whole.liveCount() > 0) {
      solveKernel(nodes);
      if (!proven) {
        trim.makeMinimal(graph.out(), graph.in(), graph.words(), cyclic, weights, victims);
        takeGreedyIfLighter(graph, weights);
      }
    }
  }

  /** Returns the set of victims. The array has the same number of words as a row of the graph. */
  public long[] victims() {
    return victims;
  }

  /** Returns whether it is proven that no feedback vertex set is lighter. */
  public boolean proven() {
    return proven;
  }

  /**
   * Solves the graph by the local rules and the greedy algorithm. Returns whether the rules alone
   * were sufficient.
   */
  private boolean solveGreedily(WideConflictGraph graph, long[] weights) {
    whole.load(graph.out(), graph.in(), graph.size(), cyclic, weights);
    boolean guessed = greedy.solve(whole, SmallConflictGraph.MAX_SIZE) > 0;
    System.arraycopy(whole.taken(), 0, victims, 0, graph.words());
    if (whole.liveCount() > 0) {
      solveSmall(0);
      guessed |= !smallOptimum.proven();
    }
    if (guessed) {
      trim.makeMinimal(graph.out(), graph.in(), graph.words(), cyclic, weights, victims);
    }
    return !guessed;
  }

  private void takeGreedyIfLighter(WideConflictGraph graph, long[] weights) {
    long[] found = victims;
    victims = otherVictims;
    otherVictims = found;
    solveGreedily(graph, weights);
    if (whole.weight(found) <= whole.weight(victims)) {
      otherVictims = victims;
      victims = found;
    }
  }

  private void solveKernel(long nodes) {
    if (whole.liveCount() <= SmallConflictGraph.MAX_SIZE) {
      solveSmall(nodes);
      proven = smallOptimum.proven();
      return;
    }
    int size = whole.liveCount();
    int words = WideConflictGraph.words(size);
    whole.extract(origin, number, words, out, in);
    weigh(size);
    WideConflictGraph.fill(all, words, size);
    kernel.load(out, in, size, all, kernelWeights);
    greedyKernel.load(kernel);
    greedy.solve(greedyKernel, 0);
    long[] best = greedyKernel.taken();
    trim.makeMinimal(out, in, words, all, kernelWeights, best);
    if (size > WideSearch.MAX_SIZE) {
      proven = false;
      annealing.improve(kernel, best, nodes);
    } else {
      long limit = kernel.weight(best);
      proven = search.search(kernel, limit, nodes);
      best = search.bestWeight() < limit ? search.bestTaken() : best;
    }
    addVictims(best, words);
  }

  private void solveSmall(long nodes) {
    int size = whole.liveCount();
    whole.list(origin);
    subgraph.copy(whole.out(), whole.in(), whole.words(), origin, size, out, in);
    weigh(size);
    smallOptimum.solve(out, in, size, SmallKernel.all(size), kernelWeights, nodes);
    addVictims(smallOptimum.victims(), 0);
  }

  private void weigh(int size) {
    for (int i = 0; i < size; i++) {
      kernelWeights[i] = whole.weight(origin[i]);
    }
  }

  private void addVictims(long[] ofKernel, int words) {
    for (int i = 0; i < words; i++) {
      addVictims(ofKernel[i], i << 6);
    }
  }

  private void addVictims(long ofKernel, int first) {
    for (long rest = ofKernel; rest != 0; rest &= rest - 1) {
      int v = origin[first + Long.numberOfTrailingZeros(rest)];
      victims[v >>> 6] |= 1L << v;
    }
  }

  private void reserve(int size, int words) {
    if (origin.length < size) {
      int capacity = Capacity.atLeast(size);
      int capacityWords = Capacity.atLeast(words);
      origin = new int[capacity];
      number = new int[capacity];
      kernelWeights = new long[capacity];
      out = new long[capacity * WideConflictGraph.words(capacity)];
      in = new long[capacity * WideConflictGraph.words(capacity)];
      cyclic = new long[capacityWords];
      victims = new long[capacityWords];
      otherVictims = new long[capacityWords];
      all = new long[capacityWords];
    }
  }
}
