package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.greedy.FeedbackVertexSearch;
import dev.yardmaster.reorder.greedy.Ranking;
import dev.yardmaster.reorder.greedy.SccGreedy;
import dev.yardmaster.reorder.greedy.SmallestOfThree;
import dev.yardmaster.reorder.greedy.SortGreedy;
import java.util.Objects;

/**
 * Decides which transactions of a batch commit, and in which order.
 *
 * <p>The reorderer builds the {@code ConflictGraph} and finds a feedback vertex set, whose members
 * are the victims. The reorderer orders the remaining transactions so that no survivor reads a key
 * that an earlier survivor writes. A batch without conflicts commits in order of age.
 *
 * <p>The class is single-threaded. One object reorders one batch after another. Results stay valid
 * until the next {@link #reorder}, provided that the batch does not change. The object allocates
 * memory only for a batch that is larger, or has more conflicts, than all earlier batches. The cost
 * is O(V + reads + writes + conflicts) for the graph, plus the cost of the {@code Solver}.
 *
 * <p>Source: Ding, Kot and Gehrke, PVLDB 12(2), sections 3.2 and 4. The edge goes from the reader
 * to the writer, so the order begins with transactions that have no <em>incoming</em> edge.
 */
public final class Reorderer {
  private static final int NONE = -1;

  private final BatchReordering reordering;
  private final VictimSet victims = new VictimSet();
  private final CommitOrder order = new CommitOrder();
  private final ConflictWitness witness;
  private AccessSets batch = new AccessSets();
  private int[] victimsByAge = new int[0];

  /** Creates a reorderer with these settings. */
  public Reorderer(ReorderConfig config) {
    reordering =
        switch (config.solver()) {
          case SORT -> onLists(config, new SortGreedy(config.multiFactor()));
          case SCC -> onLists(config, new SccGreedy());
          case HYBRID ->
              onLists(config, new SccGreedy(config.hybridThreshold(), config.searchBudget()));
          case EXACT ->
              onLists(
                  config,
                  new SccGreedy(ReorderConfig.MAX_SEARCHED_COMPONENT, config.searchBudget()));
          case RANDOM -> atRandom(config, new SccGreedy());
          case RANDOM3 -> atRandom(config, new SmallestOfThree(new SccGreedy()));
          case OPTIMAL ->
              new OptimalReordering(config.policy(), config.nodeBudget(), config.seed());
        };
    witness = new ConflictWitness(reordering);
  }

  private static BatchReordering onLists(ReorderConfig config, FeedbackVertexSearch search) {
    return new ListReordering(new Ranking(config.policy(), config.seed()), search);
  }

  private static BatchReordering atRandom(ReorderConfig config, FeedbackVertexSearch search) {
    return new ListReordering(Ranking.byChanceAlone(config.seed()), search);
  }

  /** Reorders a batch, which may be empty: {@link #build}, {@link #solve} and {@link #order}. */
  public void reorder(AccessSets of) {
    build(of);
    solve();
    order();
  }

  /**
   * Builds the conflict graph of a batch. This is the first of the three steps of {@link #reorder}.
   * The steps are separate methods for callers that measure the time of each step.
   */
  public void build(AccessSets of) {
    batch = of;
    reordering.build(of);
  }

  /** Chooses the victims: the second step of {@link #reorder}. */
  public void solve() {
    victims.clear(batch.size());
    reordering.solve(victims);
  }

  /** Puts the survivors into commit order: the last step of {@link #reorder}. */
  public void order() {
    listVictims();
    reordering.order(victims, order);
    witness.reset(batch, victims);
  }

  /** Returns the number of transactions that commit. */
  public int survivors() {
    return order.size();
  }

  /** Returns the transaction at position {@code i} of the commit order, from 0. */
  public int survivor(int i) {
    return order.get(Objects.checkIndex(i, order.size()));
  }

  /** Returns the number of victims, both repairable victims and victims that abort. */
  public int victims() {
    return victims.size();
  }

  /**
   * Returns the {@code i}-th victim, from 0. Victims are in the order of their age, the oldest
   * first.
   */
  public int victim(int i) {
    return victimsByAge[Objects.checkIndex(i, victims.size())];
  }

  /**
   * Returns whether it is proven that no order of the batch has fewer victims. With {@code
   * Solver.OPTIMAL}, returns whether it is proven that no set of victims is lighter. There, sets
   * are compared first by the weight of the victims that are not repairable, and then by the weight
   * of the repairable victims.
   */
  public boolean proven() {
    return victims.proven();
  }

  /** Returns the number of distinct edges of the conflict graph. */
  public int edges() {
    return reordering.edges();
  }

  /**
   * Returns the conflicting read of transaction {@code t}. This is the first read of a key that a
   * survivor writes. If there is no such read, the result is the first read of a key that any other
   * transaction of the batch writes.
   *
   * @return the position of the read in the read set of {@code t}, from 0; -1 if no other
   *     transaction writes a key that {@code t} reads. The cost is O(reads of t + writers of the
   *     keys that t reads)
   */
  public int conflictingRead(int t) {
    return witness.find(t) ? witness.read() : NONE;
  }

  /**
   * Returns the oldest survivor that writes the key of {@link #conflictingRead}. If no survivor
   * writes the key, returns the oldest victim that writes it. Returns -1 if no other transaction
   * writes the key.
   */
  public int conflictingWriter(int t) {
    return witness.find(t) ? witness.writer() : NONE;
  }

  private void listVictims() {
    if (victimsByAge.length < victims.size()) {
      victimsByAge = new int[Capacity.atLeast(batch.size())];
    }
    int count = 0;
    for (int v = 0; count < victims.size(); v++) {
      if (victims.contains(v)) {
        victimsByAge[count++] = v;
      }
    }
  }
}
