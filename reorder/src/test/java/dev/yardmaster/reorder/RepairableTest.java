package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.batch.OptimalReordering;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the victims of each solver in batches in which some transactions are repairable. */
class RepairableTest {
  private static final long SEED = 71_077;

  /**
   * The weight of an aborted victim. It exceeds the total weight of the repairable transactions in
   * every graph of this test.
   */
  private static final long ABORT = 1L << 30;

  private static final int LARGEST = 12;
  private static final int MAX_RESTARTS = 4;

  @ParameterizedTest
  @EnumSource(Policy.class)
  void optimalIsLexicographicallyLeastOfAllSubsets(Policy policy) {
    Reorderer reorderer = optimal(policy);
    for (int g = 0; g < 8_000; g++) {
      SplittableRandom random = new SplittableRandom(SEED + g);
      RandomDigraph graph = RandomDigraph.of(SEED + g, 2, LARGEST, false);
      AccessSets batch = new AccessSets();
      // Idle transactions of both kinds move the graph to other words of the bit rows.
      int idle = g % 3 == 0 ? g % 300 : 0;
      for (int t = 0; t < idle; t++) {
        batch.begin(random.nextInt(MAX_RESTARTS), 1, random.nextBoolean());
      }
      add(batch, graph, random);
      requireLeast(reorderer, policy, batch, List.of(graph), idle, "seed=" + (SEED + g));
    }
  }

  /**
   * Puts several graphs into one batch that is too large for one word. The optimum of the batch
   * must consist of the optimum of each single graph.
   */
  @ParameterizedTest
  @EnumSource(Policy.class)
  void wideOptimalIsLexicographicallyLeastOfAllSubsets(Policy policy) {
    Reorderer reorderer = optimal(policy);
    for (int b = 0; b < 200; b++) {
      SplittableRandom random = new SplittableRandom(SEED + b);
      AccessSets batch = new AccessSets();
      List<RandomDigraph> graphs = new ArrayList<>();
      while (batch.size() <= 150) {
        graphs.add(RandomDigraph.of(random.nextLong(), 8, LARGEST, false));
        add(batch, graphs.get(graphs.size() - 1), random);
      }
      requireLeast(reorderer, policy, batch, graphs, 0, "seed=" + (SEED + b));
    }
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void batchesOfOneKindHaveTheSameOrder(Solver solver) {
    ZipfKeys zipf = new ZipfKeys(2_000, 0.9);
    for (Policy policy : Policy.values()) {
      ReorderConfig config = config(solver, policy).withNodeBudget(50).withSearchBudget(50);
      Reorderer none = new Reorderer(config);
      Reorderer all = new Reorderer(config);
      for (int b = 0; b < 12; b += 2) {
        AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), 10 + 20 * b, zipf);
        none.reorder(batch);
        all.reorder(repairable(batch, 1));
        String replay = policy + " seed=" + (SEED + b);
        assertEquals(order(none), order(all), replay);
        assertEquals(none.proven(), all.proven(), replay);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"SORT", "SCC", "HYBRID", "EXACT", "OPTIMAL"})
  void theRepairableOneOfAPairIsTheVictim(Solver solver) {
    for (Policy policy : Policy.values()) {
      for (int idle : new int[] {0, 100}) {
        for (int repairable = 0; repairable < 2; repairable++) {
          AccessSets batch = new AccessSets();
          for (int t = 0; t < idle; t++) {
            batch.begin(0, 1, true);
          }
          for (int t = 0; t < 2; t++) {
            // If repairability did not matter, the policies would take the other transaction.
            boolean can = t == repairable;
            batch.begin(can ? 30 : 0, can ? 1_000 : 1, can);
            batch.read(t);
            batch.write(1 - t);
          }
          Reorderer reorderer = new Reorderer(config(solver, policy));
          reorderer.reorder(batch);
          String replay = policy + " repairable=" + repairable + " idle=" + idle;
          assertEquals(1, reorderer.victims(), replay);
          assertEquals(idle + repairable, reorderer.victim(0), replay);
          assertTrue(reorderer.proven(), replay);
        }
      }
    }
  }

  /**
   * Tests a transaction that is not repairable, and is on cycles of two with three repairable
   * transactions.
   */
  @ParameterizedTest
  @EnumSource(Solver.class)
  void onlyTheExactSearchCountsBothKindsAlike(Solver solver) {
    if (solver == Solver.RANDOM || solver == Solver.RANDOM3) {
      return;
    }
    int[][] edges = {{0, 1}, {1, 0}, {0, 2}, {2, 0}, {0, 3}, {3, 0}};
    AccessSets batch = new AccessSets();
    for (int t = 0; t < 4; t++) {
      batch.begin(0, 1, t > 0);
      Batches.addEdges(batch, t, edges);
    }
    Reorderer reorderer = new Reorderer(config(solver, Policy.PROD_DEGREE));
    reorderer.reorder(batch);
    boolean counts = solver == Solver.EXACT || solver == Solver.HYBRID;
    assertEquals(counts ? 1 : 3, reorderer.victims());
    assertEquals(counts, reorderer.victim(0) == 0);
    assertEquals(counts || solver == Solver.OPTIMAL, reorderer.proven());
  }

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"RANDOM", "RANDOM3"})
  void theBaselinesDoNotAskWhatIsRepairable(Solver solver) {
    ZipfKeys zipf = new ZipfKeys(1_000, 0.9);
    Reorderer blind = new Reorderer(config(solver, Policy.RCT));
    Reorderer seeing = new Reorderer(config(solver, Policy.RCT));
    for (int b = 0; b < 20; b++) {
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), 80, zipf);
      blind.reorder(batch);
      seeing.reorder(repairable(batch, 2));
      assertEquals(order(blind), order(seeing), "seed=" + (SEED + b));
    }
  }

  @Test
  void aMixedBatchBeyondTheMatrixSparesWhatCannotBeRepaired() {
    int size = OptimalReordering.MAX_SIZE + 1;
    AccessSets batch = new AccessSets();
    for (int t = 0; t < size; t++) { // Each cycle of two has one transaction of each kind.
      batch.begin(0, 1, t % 4 == 0 || t % 4 == 3);
      batch.read(t);
      batch.write(t ^ 1);
    }
    Reorderer reorderer = optimal(Policy.PROD_DEGREE);
    reorderer.reorder(batch);
    assertEquals(size / 2, reorderer.victims());
    for (int i = 0; i < reorderer.victims(); i++) {
      assertTrue(batch.repairable(reorderer.victim(i)), "victim " + reorderer.victim(i));
    }
    assertFalse(reorderer.proven());
  }

  @Test
  void beyondTheMatrixFewestIsProvenLeastOnlyForOneKind() {
    for (boolean rest : new boolean[] {false, true}) {
      AccessSets batch = new AccessSets();
      for (int t = 0; t <= OptimalReordering.MAX_SIZE; t++) {
        batch.begin(0, 1, t < 2 || rest);
        if (t < 2) {
          batch.read(t);
          batch.write(1 - t);
        }
      }
      Reorderer reorderer = optimal(Policy.PROD_DEGREE);
      reorderer.reorder(batch);
      assertEquals(1, reorderer.victims());
      assertEquals(rest, reorderer.proven());
    }
  }

  private static void requireLeast(
      Reorderer reorderer,
      Policy policy,
      AccessSets batch,
      List<RandomDigraph> graphs,
      int first,
      String seed) {
    long aborted = 0;
    long repaired = 0;
    int t = first;
    for (RandomDigraph graph : graphs) {
      long[] costs = new long[graph.size];
      for (int v = 0; v < graph.size; v++, t++) {
        costs[v] = cost(policy, batch, t) * (batch.repairable(t) ? 1 : ABORT);
      }
      long least = Oracle.lightestFeedbackVertexSet(graph.out(), graph.size, costs);
      aborted += least / ABORT;
      repaired += least % ABORT;
    }
    reorderer.reorder(batch);
    for (int i = 0; i < reorderer.victims(); i++) {
      int victim = reorderer.victim(i);
      aborted -= batch.repairable(victim) ? 0 : cost(policy, batch, victim);
      repaired -= batch.repairable(victim) ? cost(policy, batch, victim) : 0;
    }
    String replay = policy + " " + seed;
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer), replay);
    assertTrue(reorderer.proven(), replay);
    assertEquals(0, aborted, replay);
    assertEquals(0, repaired, replay);
  }

  /** Returns the cost of a victim among the victims of its kind. */
  private static long cost(Policy policy, AccessSets batch, int t) {
    return switch (policy) {
      case RANDOM, MAX_DEGREE, SUM_DEGREE, PROD_DEGREE -> 1;
      case RCT -> (long) Math.pow(200, batch.restarts(t)); // There are fewer than 200 victims.
      case RDEG -> 1L << batch.restarts(t);
      case WEIGHT -> batch.weight(t);
    };
  }

  /**
   * Adds the vertices of a graph to the batch. In a tenth of the graphs all vertices are
   * repairable, and in another tenth no vertex is repairable.
   */
  private static void add(AccessSets batch, RandomDigraph graph, SplittableRandom random) {
    double share = (random.nextInt(11) - 0.5) / 9;
    long firstKey = 1_000L * batch.size();
    for (int v = 0; v < graph.size; v++) {
      boolean repairable = random.nextDouble() < share;
      batch.begin(random.nextInt(MAX_RESTARTS), 1 + random.nextInt(5), repairable);
      graph.addAccesses(batch, v, firstKey);
    }
  }

  /** Returns a copy of the batch in which every {@code nth} transaction is repairable. */
  private static AccessSets repairable(AccessSets from, int nth) {
    AccessSets batch = new AccessSets();
    for (int t = 0; t < from.size(); t++) {
      batch.begin(from.restarts(t), from.weight(t), t % nth == 0);
      for (int i = from.readStart(t); i < from.readEnd(t); i++) {
        batch.read(from.readAt(i));
      }
      for (int i = from.writeStart(t); i < from.writeEnd(t); i++) {
        batch.write(from.writeAt(i));
      }
    }
    return batch;
  }

  private static List<Integer> order(Reorderer reorderer) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < reorderer.survivors(); i++) {
      order.add(reorderer.survivor(i));
    }
    return order;
  }

  private static Reorderer optimal(Policy policy) {
    return new Reorderer(config(Solver.OPTIMAL, policy).withNodeBudget(100_000));
  }

  private static ReorderConfig config(Solver solver, Policy policy) {
    return ReorderConfig.DEFAULT.withSolver(solver).withPolicy(policy);
  }
}
