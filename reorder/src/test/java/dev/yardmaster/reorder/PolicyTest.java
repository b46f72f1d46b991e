package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.reorder.greedy.ConflictGraph;
import dev.yardmaster.reorder.greedy.Ranking;
import dev.yardmaster.reorder.greedy.Residual;
import dev.yardmaster.reorder.greedy.SortGreedy;
import dev.yardmaster.reorder.greedy.TopRanked;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which transactions each policy takes as victims first. */
class PolicyTest {
  /**
   * The edges of the graph, as pairs of vertices. The in-degrees and out-degrees of the vertices
   * are: 0 has 1 and 5, 1 has 2 and 3, 2 has 3 and 2, 3 has 1 and 1, 4 has 2 and 1, 5 has 3 and 1,
   * 6 has 2 and 1.
   */
  private static final int[][] EDGES = {
    {0, 1}, {0, 2}, {0, 4}, {0, 5}, {0, 6}, {1, 2}, {1, 5}, {1, 0}, {2, 1}, {2, 5}, {4, 3}, {3, 4},
    {5, 6}, {6, 2},
  };

  private static final int[] RESTARTS = {0, 5, 2, 3, 3, 1, 4};
  private static final long[] WEIGHTS = {90, 20, 30, 1L << 62, 10, 10, 50};

  @Test
  void maxDegreeTakesTheLargerSide() {
    assertEquals(0, first(Policy.MAX_DEGREE));
  }

  @Test
  void sumDegreeTakesBothSidesTogether() {
    assertEquals(0, first(Policy.SUM_DEGREE));
  }

  @Test
  void prodDegreeTakesTheProductAndTheYoungerOfTwoAlike() {
    assertEquals(2, first(Policy.PROD_DEGREE));
  }

  @Test
  void rctTakesTheFewestRestartsFirst() {
    assertEquals(0, first(Policy.RCT));
  }

  @Test
  void rctTakesTheProductAmongEqualRestarts() {
    assertEquals(2, first(Policy.RCT, new int[7], WEIGHTS));
  }

  @Test
  void rdegHalvesTheProductForEveryRestart() {
    // The ranks of the vertices are 5 / 1, 6 / 32, 6 / 4, 1 / 8, 2 / 8, 3 / 2, 2 / 16.
    assertEquals(0, first(Policy.RDEG));
    // The rank 6 / 2 is less than 5, and 6 / 1 is more.
    assertEquals(0, first(Policy.RDEG, new int[] {0, 1, 1, 0, 0, 0, 0}, WEIGHTS));
    assertEquals(1, first(Policy.RDEG, new int[] {0, 0, 1, 0, 0, 0, 0}, WEIGHTS));
  }

  @Test
  void rdegStillRanksAfterThousandsOfRestarts() {
    int[] restarts = {5_003, 5_000, 5_001, 5_000, 5_000, 5_000, 5_000};
    assertEquals(1, first(Policy.RDEG, restarts, WEIGHTS));
    restarts[1] = Integer.MAX_VALUE;
    assertEquals(5, first(Policy.RDEG, restarts, WEIGHTS));
  }

  @Test
  void rdegOrdersAsTheQuotientDoes() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 100_000; i++) {
      long a = 1L + random.nextInt(1 << 24);
      long b = 1L + random.nextInt(1 << 24);
      int halvingsOfA = random.nextInt(38);
      int halvingsOfB = random.nextInt(38);
      // The comparison of a / 2^x with b / 2^y must equal the comparison of a * 2^y with b * 2^x.
      assertEquals(
          Integer.signum(Long.compare(a << halvingsOfB, b << halvingsOfA)),
          Integer.signum(
              Long.compare(Ranking.halved(a, halvingsOfA), Ranking.halved(b, halvingsOfB))),
          a + "/2^" + halvingsOfA + " and " + b + "/2^" + halvingsOfB);
    }
    assertTrue(Ranking.halved(0, 0) < Ranking.halved(1, Integer.MAX_VALUE));
  }

  @Test
  void weightTakesTheLeastWorthAndTheProductAmongEquals() {
    assertEquals(5, first(Policy.WEIGHT));
  }

  @Test
  void randomDependsOnTheSeedAlone() {
    assertEquals(choices(Solver.RANDOM, Policy.RANDOM, 1), choices(Solver.RANDOM, Policy.RCT, 1));
    assertNotEquals(
        choices(Solver.RANDOM, Policy.RANDOM, 1), choices(Solver.RANDOM, Policy.RANDOM, 2));
    assertNotEquals(choices(Solver.SORT, Policy.RANDOM, 1), choices(Solver.SORT, Policy.RANDOM, 2));
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void theSameSeedGivesTheSameResult(Solver solver) {
    for (Policy policy : Policy.values()) {
      assertEquals(choices(solver, policy, 9), choices(solver, policy, 9), policy.toString());
    }
  }

  @Test
  void theYoungestOfEqualsIsTheVictim() {
    AccessSets pair = Batches.ofEdges(2, new int[][] {{0, 1}, {1, 0}});
    for (Solver solver : Solver.values()) {
      if (solver != Solver.RANDOM && solver != Solver.RANDOM3) {
        Reorderer reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(solver));
        reorderer.reorder(pair);
        assertEquals(1, reorderer.victims(), solver.toString());
        assertEquals(1, reorderer.victim(0), solver.toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Policy.class)
  void optionNamesLeadBack(Policy policy) {
    assertEquals(policy, Policy.of(policy.optionName()));
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void optionNamesLeadBack(Solver solver) {
    assertEquals(solver, Solver.of(solver.optionName()));
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    assertEquals(Policy.PROD_DEGREE, Policy.of("mc"));
    assertEquals(
        "solver=fast must be one of sort, scc, hybrid, random, random3, exact, optimal",
        assertThrows(IllegalArgumentException.class, () -> Solver.of("fast")).getMessage());
    assertEquals(
        "policy=RCT must be one of mc, random, max-degree, sum-degree, prod-degree, rct, rdeg,"
            + " weight",
        assertThrows(IllegalArgumentException.class, () -> Policy.of("RCT")).getMessage());
  }

  @Test
  void bothSelectionsTakeTheSame() {
    SplittableRandom random = new SplittableRandom(8);
    AccessSets batch = Batches.micro(random, 200, new ZipfKeys(1_000, 0.8));
    ConflictGraph graph = new ConflictGraph();
    graph.build(batch);
    Ranking ranking = new Ranking(Policy.PROD_DEGREE, 0);
    ranking.start(batch);
    Residual residual = new Residual();
    int[] vertices = new int[200];
    int count = residual.reset(graph, vertices);
    ranking.rank(vertices, 0, count, residual);
    List<Integer> sorted = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sorted.add(vertices[i]);
    }
    sorted.sort((a, b) -> a.equals(b) ? 0 : ranking.before(a, b) ? -1 : 1);
    for (int k = 1; k <= count; k++) {
      int[] selected = vertices.clone();
      TopRanked.select(selected, count, k, ranking);
      List<Integer> top = new ArrayList<>();
      for (int i = 0; i < k; i++) {
        top.add(selected[i]);
      }
      assertFalse(top.retainAll(sorted.subList(0, k)), "k=" + k);
      assertEquals(k, top.stream().distinct().count(), "k=" + k);
    }
  }

  @Test
  void degreesAreThoseTheExampleSays() {
    ConflictGraph graph = new ConflictGraph();
    graph.build(Batches.ofEdges(7, EDGES));
    int[] in = new int[7];
    int[] out = new int[7];
    for (int t = 0; t < 7; t++) {
      in[t] = graph.inDegree(t);
      out[t] = graph.outDegree(t);
    }
    assertArrayEquals(new int[] {1, 2, 3, 1, 2, 3, 2}, in);
    assertArrayEquals(new int[] {5, 3, 2, 1, 1, 1, 1}, out);
  }

  private static int first(Policy policy) {
    return first(policy, RESTARTS, WEIGHTS);
  }

  private static int first(Policy policy, int[] restarts, long[] weights) {
    AccessSets batch = new AccessSets();
    for (int t = 0; t < restarts.length; t++) {
      batch.begin(restarts[t], weights[t]);
      Batches.addEdges(batch, t, EDGES);
    }
    ConflictGraph graph = new ConflictGraph();
    graph.build(batch);
    Ranking ranking = new Ranking(policy, 0);
    ranking.start(batch);
    VictimSet victims = new VictimSet();
    victims.clear(batch.size());
    new SortGreedy(1).search(graph, ranking, victims);
    return victims.get(0);
  }

  private static String choices(Solver solver, Policy policy, long seed) {
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(solver).withPolicy(policy).withSeed(seed));
    StringBuilder choices = new StringBuilder();
    ZipfKeys zipf = new ZipfKeys(1_000, 0.8);
    for (int b = 0; b < 5; b++) {
      reorderer.reorder(Batches.micro(new SplittableRandom(b), 50, zipf));
      for (int i = 0; i < reorderer.survivors(); i++) {
        choices.append(reorderer.survivor(i)).append(' ');
      }
    }
    return choices.toString();
  }
}
