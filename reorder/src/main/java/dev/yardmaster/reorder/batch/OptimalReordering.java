package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.greedy.Ranking;
import dev.yardmaster.reorder.greedy.SortGreedy;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;
import dev.yardmaster.reorder.optimal.SmallOptimum;
import dev.yardmaster.reorder.optimal.SmallSearch;
import dev.yardmaster.reorder.optimal.VictimWeights;
import dev.yardmaster.reorder.optimal.WideConflictGraph;
import dev.yardmaster.reorder.optimal.WideOptimum;

/**
 * Reorders a batch with a feedback vertex set of least weight. For up to 64 transactions, the class
 * works on rows of one word, and for up to {@link #MAX_SIZE} transactions, on rows of several
 * words.
 *
 * <p>For larger batches, a matrix of bits is mostly zeros, and the search takes too long. So larger
 * batches are solved by the sort-greedy algorithm on lists; its time is bounded.
 */
public final class OptimalReordering implements BatchReordering {
  /** The size, in transactions, of the largest batch that is reordered on rows of bits. */
  public static final int MAX_SIZE = 1024;

  private final VictimWeights weights;
  private final long nodeBudget;
  private final SmallConflictGraph small = new SmallConflictGraph();
  private final WideConflictGraph wide = new WideConflictGraph();
  private final SmallOptimum smallOptimum;
  private final WideOptimum wideOptimum;
  private final BatchReordering beyond;
  private final WriterTable writers = new WriterTable();
  private boolean writersKnown;
  private AccessSets batch = new AccessSets();

  /**
   * Creates a reordering with a limited search.
   *
   * @param policy the policy that determines the weights, see {@link VictimWeights}
   * @param nodeBudget the maximum number of search-tree nodes for a batch, 0 or more
   */
  public OptimalReordering(Policy policy, long nodeBudget, long seed) {
    weights = new VictimWeights(policy);
    this.nodeBudget = nodeBudget;
    SmallSearch search = new SmallSearch();
    smallOptimum = new SmallOptimum(search);
    wideOptimum = new WideOptimum(smallOptimum, search);
    beyond = new ListReordering(new Ranking(policy, seed), new SortGreedy(1));
  }

  @Override
  public void build(AccessSets of) {
    batch = of;
    writersKnown = false;
    if (isSmall()) {
      small.build(of);
    } else if (isWide()) {
      wide.build(of);
    } else {
      beyond.build(of);
    }
  }

  @Override
  public void solve(VictimSet victims) {
    if (isSmall()) {
      solveSmall(victims);
    } else if (isWide()) {
      solveWide(victims);
    } else {
      beyond.solve(victims);
      if (!weights.areOnes(batch)) {
        victims.forgetLowerBound();
      }
    }
  }

  @Override
  public void order(VictimSet victims, CommitOrder order) {
    if (isSmall()) {
      order.build(small, victims);
    } else if (isWide()) {
      order.build(wide, victims);
    } else {
      beyond.order(victims, order);
    }
  }

  @Override
  public int edges() {
    return isSmall() ? small.edges() : isWide() ? wide.edges() : beyond.edges();
  }

  @Override
  public SmallConflictGraph rows() {
    return isSmall() ? small : null;
  }

  @Override
  public WriterTable writers() {
    if (!writersKnown) {
      writers.build(batch);
      writersKnown = true;
    }
    return writers;
  }

  private boolean isSmall() {
    return batch.size() <= SmallConflictGraph.MAX_SIZE;
  }

  private boolean isWide() {
    return batch.size() <= MAX_SIZE;
  }

  private void solveSmall(VictimSet victims) {
    long cyclic = small.cyclic();
    if (cyclic == 0) {
      return;
    }
    if (weights.areOnes(batch)) {
      smallOptimum.solve(small.out(), small.in(), small.size(), cyclic, nodeBudget);
    } else {
      smallOptimum.solve(
          small.out(), small.in(), small.size(), cyclic, weights.of(batch), nodeBudget);
    }
    victims.addAll(smallOptimum.victims(), 0);
    victims.prove(smallOptimum.proven() && weights.areExact());
  }

  private void solveWide(VictimSet victims) {
    if (weights.areOnes(batch)) {
      wideOptimum.solve(wide, nodeBudget);
    } else {
      wideOptimum.solve(wide, weights.of(batch), nodeBudget);
    }
    for (int i = 0; i < wide.words(); i++) {
      victims.addAll(wideOptimum.victims()[i], i << 6);
    }
    victims.prove(wideOptimum.proven() && weights.areExact());
  }
}
