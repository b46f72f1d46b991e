package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.reorder.optimal.VictimWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sat4j.core.VecInt;
import org.sat4j.pb.IPBSolver;
import org.sat4j.pb.SolverFactory;
import org.sat4j.specs.ContradictionException;
import org.sat4j.specs.TimeoutException;

/**
 * Compares the optimal solver with a 0-1 integer program. The program looks for a lighter set that
 * contains a vertex of every cycle.
 *
 * <p>The first constraints are the cycles of two vertices, and the cliques of such cycles: the set
 * must contain all vertices of a clique except at most one. In each round, the program adds
 * constraints for cycles that remain without the vertices of the last solution. Neither the program
 * nor its solver (the cutting planes of Sat4j) uses the optimal solver's rules.
 */
@Tag("slow")
class IntegerProgramTest {
  private static final long SEED = 404;
  private static final int SECONDS = 120;

  @ParameterizedTest
  @CsvSource({
    "30, 0.9, 40",
    "64, 0.9, 30",
    "64, 1.1, 10",
    "80, 0.9, 20",
    "100, 0.8, 20",
    "100, 0.9, 20"
  })
  void agreesOnTheMicroBenchmark(int size, double skew, int batches) {
    ZipfKeys zipf = new ZipfKeys(100_000, skew);
    for (int b = 0; b < batches; b++) {
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), size, zipf);
      for (Policy policy : List.of(Policy.PROD_DEGREE, Policy.RDEG, Policy.WEIGHT)) {
        requireAgreement(batch, policy, "size=" + size + " skew=" + skew + " seed=" + (SEED + b));
      }
    }
  }

  @Test
  void agreesOnRandomDigraphs() {
    for (int g = 0; g < 300; g++) {
      RandomDigraph graph = RandomDigraph.of(SEED + g, 15, 45, false);
      int edges = 0;
      for (boolean[] row : graph.edges) {
        for (boolean edge : row) {
          edges += edge ? 1 : 0;
        }
      }
      if (edges <= 5 * graph.size) { // For dense graphs, the integer program would need hours.
        requireAgreement(graph.batch(g % 2 == 0 ? 0 : 60), Policy.PROD_DEGREE, graph.toString());
      }
    }
  }

  private static void requireAgreement(AccessSets batch, Policy policy, String replay) {
    Reorderer reorderer =
        new Reorderer(
            ReorderConfig.DEFAULT
                .withSolver(Solver.OPTIMAL)
                .withPolicy(policy)
                .withNodeBudget(1_000_000));
    reorderer.reorder(batch);
    assertTrue(reorderer.proven(), replay);
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer), replay);
    long[] weights = new VictimWeights(policy).of(batch);
    long weight = 0;
    for (int i = 0; i < reorderer.victims(); i++) {
      weight += weights[reorderer.victim(i)];
    }
    boolean[][] edges = Oracle.edges(batch);
    assertTrue(existsLighter(edges, weights, weight + 1), policy + " " + replay);
    assertFalse(existsLighter(edges, weights, weight), policy + " " + replay);
  }

  private static boolean existsLighter(boolean[][] edges, long[] weights, long than) {
    try {
      IPBSolver solver = SolverFactory.newCuttingPlanes();
      solver.setTimeout(SECONDS);
      solver.newVar(edges.length);
      addCliques(solver, edges);
      VecInt all = new VecInt();
      VecInt coefficients = new VecInt();
      for (int v = 0; v < edges.length; v++) {
        all.push(v + 1);
        coefficients.push(Math.toIntExact(weights[v]));
      }
      solver.addAtMost(all, coefficients, Math.toIntExact(than - 1));
      while (solver.isSatisfiable()) {
        boolean[] taken = new boolean[edges.length];
        for (int v = 0; v < edges.length; v++) {
          taken[v] = solver.model(v + 1);
        }
        List<List<Integer>> left = disjointCycles(edges, taken);
        if (left.isEmpty()) {
          return true;
        }
        for (List<Integer> cycle : left) {
          solver.addAtLeast(variables(cycle), 1);
        }
      }
      return false;
    } catch (ContradictionException none) {
      return false;
    } catch (TimeoutException e) {
      throw new AssertionError("the integer program has no answer within seconds=" + SECONDS, e);
    }
  }

  private static void addCliques(IPBSolver solver, boolean[][] edges)
      throws ContradictionException {
    boolean[][] covered = new boolean[edges.length][edges.length];
    for (int v = 0; v < edges.length; v++) {
      for (int w = v + 1; w < edges.length; w++) {
        if (edges[v][w] && edges[w][v] && !covered[v][w]) {
          List<Integer> clique = new ArrayList<>(List.of(v, w));
          for (int u = 0; u < edges.length; u++) {
            int joining = u;
            if (clique.stream().allMatch(c -> edges[c][joining] && edges[joining][c])) {
              clique.add(u);
            }
          }
          for (int a : clique) {
            for (int b : clique) {
              covered[a][b] = true;
            }
          }
          solver.addAtLeast(variables(clique), clique.size() - 1);
        }
      }
    }
  }

  private static VecInt variables(List<Integer> vertices) {
    VecInt variables = new VecInt();
    for (int v : vertices) {
      variables.push(v + 1);
    }
    return variables;
  }

  private static List<List<Integer>> disjointCycles(boolean[][] edges, boolean[] gone) {
    List<List<Integer>> cycles = new ArrayList<>();
    for (int v = 0; v < edges.length; v++) {
      List<Integer> cycle = gone[v] ? List.of() : shortestCycle(edges, gone, v);
      if (!cycle.isEmpty()) {
        cycles.add(cycle);
        for (int w : cycle) {
          gone[w] = true;
        }
      }
    }
    return cycles;
  }

  private static List<Integer> shortestCycle(boolean[][] edges, boolean[] gone, int start) {
    int[] parent = new int[edges.length];
    boolean[] seen = gone.clone();
    List<Integer> queue = new ArrayList<>(List.of(start));
    for (int head = 0; head < queue.size(); head++) {
      int v = queue.get(head);
      if (edges[v][start]) {
        List<Integer> cycle = new ArrayList<>(List.of(start));
        for (int w = v; w != start; w = parent[w]) {
          cycle.add(w);
        }
        return cycle;
      }
      for (int w = 0; w < edges.length; w++) {
        if (edges[v][w] && !seen[w] && w != start) {
          seen[w] = true;
          parent[w] = v;
          queue.add(w);
        }
      }
    }
    return List.of();
  }
}
