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
 * <p>The reorderer builds the {@link ConflictGraph}, finds a feedback vertex set, whose members are
 * the victims, and puts the other transactions into an order in which no survivor reads a key that
 * an earlier survivor wrote. A batch without conflicts passes through in order of age.
 *
 * <p>Single-threaded; one object serves one batch after another. Results stay valid until the next
 * {@link #reorder}, provided that the batch does not change. No memory is allocated once batches of
 * the largest size and conflict count have been seen. Cost: the graph, O(V + reads + writes +
 * conflicts), plus the cost of the {@link Solver}.
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

  /** The first step, for callers that time the steps: builds the conflict graph of a batch. */
  public void build(AccessSets of) {
    batch = of;
    reordering.build(of);
  }

  /** The second step: chooses the victims. */
  public void solve() {
    victims.clear(batch.size());
    reordering.solve(victims);
  }

  /** The last step: puts the survivors into commit order. */
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

  /** Returns the number of transactions that cannot commit as they are, repairable or not. */
  public int victims() {
    return victims.size();
  }

  /** One of the transactions that cannot commit as they are, oldest first; {@code i} from 0. */
  public int victim(int i) {
    return victimsByAge[Objects.checkIndex(i, victims.size())];
  }

  /**
   * True when no order of the batch has fewer victims. With {@link Solver#OPTIMAL}: when no set of
   * victims has a lower weight of victims that are not repairable, or the same and a lower weight
   * of repairable ones.
   */
  public boolean proven() {
    return victims.proven();
  }

  /** Returns the number of distinct edges of the conflict graph. */
  public int edges() {
    return reordering.edges();
  }

  /**
   * Returns the read that puts transaction {@code t} in conflict: the first read of a key that a
   * survivor writes; if there is none, the first read of a key that any other transaction of the batch
   * writes.
   *
   * @return its position in the read set of {@code t}, from 0, or -1 when no other transaction
   *     writes a key that {@code t} reads. O(reads of t + writers of their keys)
   */
  public int conflictingRead(int t) {
    return witness.find(t) ? witness.read() : NONE;
  }

  /**
   * Returns the transaction that writes the key of {@link #conflictingRead}: the oldest survivor
   * that does, otherwise the oldest victim, or -1.
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
