package dev.yardmaster.reorder.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.Oracle;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.greedy.ConflictGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares every solver with exhaustive search, on small random batches. */
class OracleTest {
  private static final long SEED = 0x5eed;
  private static final int BATCHES = 5_000;
  private static final int LARGEST = 12;

  private static final ReorderConfig CONFIG =
      ReorderConfig.DEFAULT.withHybridThreshold(LARGEST).withSeed(SEED);

  @ParameterizedTest
  @EnumSource(Solver.class)
  void everySolverLeavesAnOrderThatCommits(Solver solver) {
    List<Reorderer> reorderers = new ArrayList<>();
    for (Policy policy : Policy.values()) {
      reorderers.add(new Reorderer(CONFIG.withSolver(solver).withPolicy(policy)));
    }
    for (int b = 0; b < BATCHES; b++) {
      AccessSets batch = Batches.small(new SplittableRandom(SEED + b), LARGEST);
      int optimum = Oracle.smallestFeedbackVertexSet(Oracle.successors(batch));
      Reorderer reorderer = reorderers.get(b % reorderers.size());
      String replay = replay(solver, b, batch);
      reorderer.reorder(batch);
      requirePartition(batch, reorderer, replay);
      assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer), "stale survivor, " + replay);
      assertTrue(reorderer.victims() >= optimum, replay);
      if (reorderer.proven() && solver != Solver.OPTIMAL) { // OPTIMAL may minimize another weight.
        assertEquals(optimum, reorderer.victims(), "proven, " + replay);
      }
      if (solver == Solver.EXACT || solver == Solver.HYBRID || solver == Solver.OPTIMAL) {
        assertTrue(reorderer.proven(), replay);
      }
      requireWitnesses(batch, reorderer, replay);
    }
  }

  @Test
  void edgesAreThoseOfTheDefinition() {
    ConflictGraph graph = new ConflictGraph();
    for (int b = 0; b < BATCHES; b++) {
      AccessSets batch = Batches.small(new SplittableRandom(SEED + b), LARGEST);
      String replay = replay(Solver.SORT, b, batch);
      graph.build(batch);
      int[] successors = new int[batch.size()];
      int[] fromPredecessors = new int[batch.size()];
      int edges = 0;
      for (int t = 0; t < batch.size(); t++) {
        edges += graph.outDegree(t);
        for (int i = 0; i < graph.outDegree(t); i++) {
          successors[t] |= 1 << graph.successor(t, i);
        }
        for (int i = 0; i < graph.inDegree(t); i++) {
          fromPredecessors[graph.predecessor(t, i)] |= 1 << t;
        }
      }
      int[] expected = Oracle.successors(batch);
      int distinct = 0;
      for (int t = 0; t < batch.size(); t++) {
        distinct += Integer.bitCount(expected[t]);
        assertEquals(expected[t], successors[t], "successors of t" + t + ", " + replay);
        assertEquals(expected[t], fromPredecessors[t], "predecessors, t" + t + ", " + replay);
      }
      assertEquals(distinct, edges, replay);
      assertEquals(distinct, graph.edges(), replay);
    }
  }

  /** Tests the direction of the edges without a graph, by running all orders. */
  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"EXACT", "OPTIMAL"})
  void noOrderCommitsMoreThanTheExactSolvers(Solver solver) {
    Reorderer reorderer = new Reorderer(CONFIG.withSolver(solver));
    for (int b = 0; b < 2_000; b++) {
      AccessSets batch = Batches.small(new SplittableRandom(SEED + b), 6);
      reorderer.reorder(batch);
      assertEquals(Oracle.mostCommits(batch), reorderer.survivors(), replay(solver, b, batch));
    }
  }

  private static void requirePartition(AccessSets batch, Reorderer reorderer, String replay) {
    BitSet seen = new BitSet();
    for (int i = 0; i < reorderer.survivors(); i++) {
      seen.set(reorderer.survivor(i));
    }
    int previous = -1;
    for (int i = 0; i < reorderer.victims(); i++) {
      assertTrue(
          reorderer.victim(i) > previous, "the victims must be ordered oldest first, " + replay);
      previous = reorderer.victim(i);
      seen.set(previous);
    }
    assertEquals(batch.size(), reorderer.survivors() + reorderer.victims(), replay);
    assertEquals(batch.size(), seen.cardinality(), replay);
    assertEquals(batch.size(), seen.length(), replay);
  }

  private static void requireWitnesses(AccessSets batch, Reorderer reorderer, String replay) {
    boolean[][] edges = Oracle.edges(batch);
    BitSet victims = new BitSet();
    for (int i = 0; i < reorderer.victims(); i++) {
      victims.set(reorderer.victim(i));
    }
    for (int t = 0; t < batch.size(); t++) {
      boolean any = false;
      boolean anySurvivor = false;
      for (int w = 0; w < batch.size(); w++) {
        any |= edges[t][w];
        anySurvivor |= edges[t][w] && !victims.get(w);
      }
      int read = reorderer.conflictingRead(t);
      int writer = reorderer.conflictingWriter(t);
      assertEquals(any, read >= 0, replay);
      assertEquals(any, writer >= 0, replay);
      if (any) {
        assertEquals(
            anySurvivor, !victims.get(writer), "the report must prefer a survivor, " + replay);
        assertTrue(writes(batch, writer, batch.readAt(batch.readStart(t) + read)), replay);
      }
    }
  }

  private static boolean writes(AccessSets batch, int t, long key) {
    for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
      if (batch.writeAt(i) == key) {
        return true;
      }
    }
    return false;
  }

  private static String replay(Solver solver, int b, AccessSets batch) {
    return solver + " seed=" + (SEED + b) + " batch:" + Batches.print(batch);
  }
}
