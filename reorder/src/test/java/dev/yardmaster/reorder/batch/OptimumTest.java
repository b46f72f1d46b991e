package dev.yardmaster.reorder.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.Oracle;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.RandomDigraph;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.ZipfKeys;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;
import dev.yardmaster.reorder.optimal.SmallKernel;
import dev.yardmaster.reorder.optimal.SmallOptimum;
import dev.yardmaster.reorder.optimal.SmallSearch;
import dev.yardmaster.reorder.optimal.VictimWeights;
import dev.yardmaster.reorder.optimal.WideKernel;
import dev.yardmaster.reorder.optimal.WideRules;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the optimal solver with trying all subsets, and with the exact search. */
class OptimumTest {
  private static final long SEED = 20_260;
  private static final int EFFORT = Integer.getInteger("tests.effort", 1);
  private static final int GRAPHS = EFFORT == 1 ? 10_000 : 30_000 * EFFORT;
  private static final int LARGEST = 14;
  private static final ReorderConfig OPTIMAL = ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL);

  private final SmallOptimum optimum = new SmallOptimum(new SmallSearch());
  private final Reorderer unweighted = new Reorderer(OPTIMAL);
  private final Reorderer weighted = new Reorderer(OPTIMAL.withPolicy(Policy.WEIGHT));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isLightestOfAllSubsets(boolean byWeight) {
    Reorderer reorderer = byWeight ? weighted : unweighted;
    for (int g = 0; g < GRAPHS; g++) {
      RandomDigraph graph = RandomDigraph.of(SEED + g, 1, LARGEST, byWeight);
      long expected = Oracle.lightestFeedbackVertexSet(graph.out(), graph.size, graph.weights);
      long all = SmallKernel.all(graph.size);
      long cyclic = SmallConflictGraph.trim(graph.out(), graph.in(), all);
      if (byWeight) {
        optimum.solve(graph.out(), graph.in(), graph.size, cyclic, graph.weights, 1_000);
      } else {
        optimum.solve(graph.out(), graph.in(), graph.size, cyclic, 1_000);
      }
      assertTrue(optimum.proven(), graph::toString);
      requireMinimal(graph, optimum.victims());
      assertEquals(expected, weight(graph, optimum.victims()), graph::toString);

      // The idle transactions at the beginning move the graph to other words of the bit rows.
      int idle = g % 3 == 0 ? g % 300 : 0;
      reorderer.reorder(graph.batch(idle));
      long victims = victims(reorderer, idle);
      assertTrue(reorderer.proven(), graph::toString);
      requireMinimal(graph, victims);
      assertEquals(expected, weight(graph, victims), graph::toString);
    }
  }

  /**
   * The vertices that the rules take, together with an optimum of the remaining graph, must be an
   * optimum.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theRulesKeepAnOptimum(boolean byWeight) {
    SmallKernel small = new SmallKernel();
    WideKernel wide = new WideKernel();
    WideRules rules = new WideRules();
    int undecided = 0;
    for (int g = 0; g < GRAPHS / 5; g++) {
      RandomDigraph graph = RandomDigraph.of(SEED + g, 8, LARGEST, byWeight);
      long[] rows = graph.out();
      long all = SmallKernel.all(graph.size);
      long expected = Oracle.lightestFeedbackVertexSet(rows, graph.size, graph.weights);

      small.load(rows, graph.in(), graph.size, all, graph.weights);
      small.reduce();
      long[] left = masked(small.out(), small.live(), graph.size);
      long rest = Oracle.lightestFeedbackVertexSet(left, graph.size, graph.weights);
      assertEquals(expected, small.takenWeight() + rest, graph::toString);
      assertEquals(small.takenWeight(), weight(graph, small.taken()), graph::toString);
      undecided += small.live() == 0 ? 0 : 1;

      wide.load(rows, graph.in(), graph.size, new long[] {all}, graph.weights);
      rules.reduce(wide, 0);
      left = masked(wide.out(), wide.live()[0], graph.size);
      rest = Oracle.lightestFeedbackVertexSet(left, graph.size, graph.weights);
      assertEquals(expected, wide.takenWeight() + rest, graph::toString);
      assertEquals(wide.takenWeight(), weight(graph, wide.taken()[0]), graph::toString);
      assertEquals(Long.bitCount(wide.live()[0]), wide.liveCount(), graph::toString);
    }
    assertTrue(undecided > 100, "graphs that the rules do not decide: " + undecided);
  }

  /** Compares the solver with the exact search, which uses none of the rules. */
  @ParameterizedTest
  @ValueSource(ints = {30, 50, 64, 65, 80, 100, 130})
  void isAsSmallAsTheExactSearchFinds(int size) {
    Reorderer exact =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.EXACT).withSearchBudget(20_000));
    Reorderer optimal = new Reorderer(OPTIMAL.withNodeBudget(100_000));
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    int compared = 0;
    for (int b = 0; b < 20; b++) {
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), size, zipf);
      String replay = "seed=" + (SEED + b) + " size=" + size;
      exact.reorder(batch);
      optimal.reorder(batch);
      assertEquals(-1, Oracle.firstStaleSurvivor(batch, optimal), replay);
      assertTrue(optimal.proven(), replay);
      assertEquals(exact.edges(), optimal.edges(), replay);
      if (exact.proven()) {
        assertEquals(exact.victims(), optimal.victims(), replay);
        compared++;
      }
    }
    assertTrue(compared >= 3, "compared=" + compared);
  }

  /**
   * With a budget of 0, the solver returns the greedy set. No other budget may give a heavier set.
   */
  @ParameterizedTest
  @CsvSource({
    "20, PROD_DEGREE",
    "64, PROD_DEGREE",
    "100, PROD_DEGREE",
    "200, PROD_DEGREE",
    "300, PROD_DEGREE",
    "600, PROD_DEGREE",
    "64, RDEG",
    "100, RDEG",
    "300, RDEG"
  })
  void anyBudgetIsMinimalAndNoWorseThanGreedy(int size, Policy policy) {
    ReorderConfig config = OPTIMAL.withPolicy(policy);
    VictimWeights weights = new VictimWeights(policy);
    Reorderer greedy = new Reorderer(config.withNodeBudget(0));
    List<Reorderer> budgets = new ArrayList<>();
    for (long budget : new long[] {1, 10, 100, 1_000}) {
      budgets.add(new Reorderer(config.withNodeBudget(budget)));
    }
    int unproven = 0;
    for (int b = 0;
        b < (EFFORT == 1 ? Math.min(4, 1 + 600 / size) : Math.min(10, 1 + 1_200 / size) * EFFORT);
        b++) {
      ZipfKeys zipf = new ZipfKeys(20 * size, 0.9);
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), size, zipf);
      String replay = policy + " seed=" + (SEED + b) + " size=" + size;
      long[] ofBatch = weights.of(batch);
      boolean[][] edges = Oracle.edges(batch);
      greedy.reorder(batch);
      requireMinimal(edges, greedy, replay);
      for (Reorderer reorderer : budgets) {
        reorderer.reorder(batch);
        assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer), replay);
        assertTrue(weight(ofBatch, reorderer) <= weight(ofBatch, greedy), replay);
        requireMinimal(edges, reorderer, replay);
        unproven += reorderer.proven() ? 0 : 1;
      }
    }
    assertTrue(unproven > 0 || size < 64, "unproven=" + unproven);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 64, 100, 128})
  void greedyTakesFourPercentMoreAtMost(int size) {
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    Reorderer greedy = new Reorderer(OPTIMAL.withNodeBudget(0));
    Reorderer optimal = new Reorderer(OPTIMAL.withNodeBudget(100_000));
    int taken = 0;
    int needed = 0;
    for (int b = 0; b < 100; b++) {
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), size, zipf);
      greedy.reorder(batch);
      optimal.reorder(batch);
      assertTrue(optimal.proven(), "seed=" + (SEED + b));
      assertTrue(!greedy.proven() || greedy.victims() == optimal.victims(), "seed=" + (SEED + b));
      taken += greedy.victims();
      needed += optimal.victims();
    }
    assertTrue(taken <= 1.04 * needed, "taken=" + taken + " needed=" + needed);
  }

  @ParameterizedTest
  @EnumSource(Policy.class)
  void everyPolicyIsOptimalForItsWeights(Policy policy) {
    Reorderer reorderer = new Reorderer(OPTIMAL.withPolicy(policy));
    VictimWeights weights = new VictimWeights(policy);
    for (int b = 0; b < (EFFORT == 1 ? 2_000 : 5_000); b++) {
      AccessSets batch = Batches.small(new SplittableRandom(SEED + b), LARGEST);
      int[] successors = Oracle.successors(batch);
      long[] rows = new long[successors.length];
      for (int v = 0; v < rows.length; v++) {
        rows[v] = successors[v];
      }
      long[] ofBatch = weights.of(batch);
      reorderer.reorder(batch);
      long sum = weight(ofBatch, reorderer);
      String replay = policy + " seed=" + (SEED + b) + Batches.print(batch);
      assertTrue(reorderer.proven(), replay);
      assertEquals(Oracle.lightestFeedbackVertexSet(rows, rows.length, ofBatch), sum, replay);
    }
  }

  @ParameterizedTest
  @EnumSource(Policy.class)
  void isTheSameWhateverWasSolvedBefore(Policy policy) {
    Reorderer used = new Reorderer(OPTIMAL.withPolicy(policy).withNodeBudget(50));
    for (int b = 0; b < (EFFORT == 1 ? 20 : 40); b++) {
      SplittableRandom random = new SplittableRandom(SEED + b);
      int size = 1 + random.nextInt(350);
      AccessSets batch = Batches.micro(random, size, new ZipfKeys(1 + 10 * size, 0.8));
      Reorderer fresh = new Reorderer(OPTIMAL.withPolicy(policy).withNodeBudget(50));
      fresh.reorder(batch);
      used.reorder(batch);
      String replay = policy + " seed=" + (SEED + b);
      assertEquals(fresh.proven(), used.proven(), replay);
      assertEquals(order(fresh), order(used), replay);
    }
  }

  @Test
  void aBatchBeyondTheMatrixIsReordered() {
    int size = OptimalReordering.MAX_SIZE + 1;
    AccessSets batch = Batches.micro(new SplittableRandom(SEED), size, new ZipfKeys(100_000, 0.7));
    unweighted.reorder(batch);
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, unweighted));
    weighted.reorder(batch);
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, weighted));
    assertFalse(
        weighted.proven(), "the smallest set must not count as proven to be the lightest" + " set");
  }

  private static List<Integer> order(Reorderer reorderer) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < reorderer.survivors(); i++) {
      order.add(reorderer.survivor(i));
    }
    return order;
  }

  private static long[] masked(long[] rows, long live, int size) {
    long[] masked = new long[size];
    for (int v = 0; v < size; v++) {
      masked[v] = (live & 1L << v) == 0 ? 0 : rows[v] & live;
    }
    return masked;
  }

  private static long weight(RandomDigraph graph, long set) {
    long weight = 0;
    for (int v = 0; v < graph.size; v++) {
      weight += (set & 1L << v) == 0 ? 0 : graph.weights[v];
    }
    return weight;
  }

  private static long weight(long[] weights, Reorderer reorderer) {
    long weight = 0;
    for (int i = 0; i < reorderer.victims(); i++) {
      weight += weights[reorderer.victim(i)];
    }
    return weight;
  }

  private static long victims(Reorderer reorderer, int idle) {
    long victims = 0;
    for (int i = 0; i < reorderer.victims(); i++) {
      victims |= 1L << (reorderer.victim(i) - idle);
    }
    return victims;
  }

  private static void requireMinimal(RandomDigraph graph, long victims) {
    boolean[] out = new boolean[graph.size];
    for (int v = 0; v < graph.size; v++) {
      out[v] = (victims & 1L << v) != 0;
    }
    requireMinimal(graph.edges, out, graph.toString());
  }

  private static void requireMinimal(boolean[][] edges, Reorderer reorderer, String replay) {
    boolean[] out = new boolean[edges.length];
    for (int i = 0; i < reorderer.victims(); i++) {
      out[reorderer.victim(i)] = true;
    }
    requireMinimal(edges, out, replay);
  }

  private static void requireMinimal(boolean[][] edges, boolean[] victims, String replay) {
    assertTrue(Oracle.isAcyclic(edges, victims), () -> "cycle left, " + replay);
    for (int v = 0; v < edges.length; v++) {
      if (victims[v]) {
        victims[v] = false;
        int victim = v;
        assertFalse(
            Oracle.isAcyclic(edges, victims),
            () -> "victim " + victim + " is not needed, " + replay);
        victims[v] = true;
      }
    }
  }
}
