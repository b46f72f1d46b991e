package dev.yardmaster.reorder.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.Oracle;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.ZipfKeys;
import dev.yardmaster.reorder.greedy.ConflictGraph;
import dev.yardmaster.reorder.greedy.Residual;
import dev.yardmaster.reorder.greedy.StrongComponents;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.alg.cycle.CycleDetector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares larger batches with the graph algorithms of JGraphT. */
class JGraphTest {
  private static final long SEED = 77;
  private static final int BATCHES = 24;

  private final ZipfKeys[] zipfs = {
    new ZipfKeys(100_000, 0.7), new ZipfKeys(100_000, 0.9), new ZipfKeys(1_000, 0.6)
  };

  @ParameterizedTest
  @ValueSource(ints = {30, 100, 300})
  void strongComponents(int size) {
    for (int b = 0; b < BATCHES; b++) {
      AccessSets batch = batch(b, size);
      ConflictGraph graph = new ConflictGraph();
      graph.build(batch);
      Set<Set<Integer>> expected = new HashSet<>();
      for (Set<Integer> component :
          new KosarajuStrongConnectivityInspector<>(reference(batch)).stronglyConnectedSets()) {
        if (component.size() > 1) {
          expected.add(component);
        }
      }
      assertEquals(expected, components(graph), replay(Solver.SCC, b, size));
    }
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void victimsLeaveNoCycleAndTheOrderIsTopological(Solver solver) {
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(solver).withSearchBudget(300));
    for (int b = 0; b < BATCHES; b++) {
      int size = 20 + 280 * b / BATCHES;
      AccessSets batch = batch(b, size);
      String replay = replay(solver, b, size);
      Graph<Integer, DefaultEdge> reference = reference(batch);
      reorderer.reorder(batch);
      assertEquals(reference.edgeSet().size(), reorderer.edges(), replay);
      for (int i = 0; i < reorderer.victims(); i++) {
        reference.removeVertex(reorderer.victim(i));
      }
      assertFalse(new CycleDetector<>(reference).detectCycles(), replay);
      requireOldestFirst(reference, reorderer, replay);
    }
  }

  /**
   * Checks that each survivor has no remaining predecessor when it commits, and that it is the
   * oldest such survivor.
   */
  private static void requireOldestFirst(
      Graph<Integer, DefaultEdge> left, Reorderer reorderer, String replay) {
    assertEquals(left.vertexSet().size(), reorderer.survivors(), replay);
    for (int i = 0; i < reorderer.survivors(); i++) {
      int t = reorderer.survivor(i);
      assertEquals(0, left.inDegreeOf(t), "t" + t + " has a predecessor, " + replay);
      for (int older : left.vertexSet()) {
        assertTrue(older >= t || left.inDegreeOf(older) > 0, "t" + older + " first, " + replay);
      }
      left.removeVertex(t);
    }
  }

  private AccessSets batch(int b, int size) {
    return Batches.micro(new SplittableRandom(SEED + b), size, zipfs[b % zipfs.length]);
  }

  private static String replay(Solver solver, int b, int size) {
    return solver + " seed=" + (SEED + b) + " batch=" + b + " size=" + size;
  }

  private static Graph<Integer, DefaultEdge> reference(AccessSets batch) {
    Graph<Integer, DefaultEdge> graph = new SimpleDirectedGraph<>(DefaultEdge.class);
    boolean[][] edges = Oracle.edges(batch);
    for (int t = 0; t < batch.size(); t++) {
      graph.addVertex(t);
    }
    for (int r = 0; r < batch.size(); r++) {
      for (int w = 0; w < batch.size(); w++) {
        if (edges[r][w]) {
          graph.addEdge(r, w);
        }
      }
    }
    return graph;
  }

  private static Set<Set<Integer>> components(ConflictGraph graph) {
    Residual residual = new Residual();
    StrongComponents components = new StrongComponents(residual);
    int[] vertices = new int[graph.size()];
    components.reset(graph.size());
    components.split(graph, vertices, 0, residual.reset(graph, vertices));
    Set<Set<Integer>> found = new HashSet<>();
    while (!components.isEmpty()) {
      int to = components.popEnd();
      Set<Integer> component = new HashSet<>();
      for (int i = components.popStart(); i < to; i++) {
        component.add(vertices[i]);
      }
      found.add(component);
    }
    return found;
  }
}
