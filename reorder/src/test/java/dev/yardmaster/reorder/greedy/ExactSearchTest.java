package dev.yardmaster.reorder.greedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.Oracle;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.ZipfKeys;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the exact search on batches that the small random tests do not cover. */
class ExactSearchTest {
  private static final long SEED = 4242;
  private static final ReorderConfig EXACT = ReorderConfig.DEFAULT.withSolver(Solver.EXACT);

  @ParameterizedTest
  @ValueSource(ints = {20, 30, 40, 60, 90})
  void isSmallestInRandomGraphsOfSixteen(int edgeCount) {
    int size = 16;
    Reorderer reorderer = new Reorderer(EXACT);
    for (int g = 0; g < 40; g++) {
      SplittableRandom random = new SplittableRandom(SEED + g);
      int[][] edges = new int[edgeCount][];
      for (int e = 0; e < edgeCount; e++) {
        edges[e] = new int[] {random.nextInt(size), random.nextInt(size)};
      }
      AccessSets batch = Batches.ofEdges(size, edges);
      reorderer.reorder(batch);
      String replay = "seed=" + (SEED + g) + " edges=" + edgeCount + Batches.print(batch);
      assertEquals(
          Oracle.smallestFeedbackVertexSet(Oracle.successors(batch)), reorderer.victims(), replay);
      assertTrue(reorderer.proven(), replay);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 63, 64, 65, 128, 512})
  void oneCycleThroughAllNeedsOne(int size) {
    requireProven(1, Batches.ofEdges(size, ring(size, false)));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 64, 66, 100})
  void ringOfCyclesOfTwoNeedsEverySecond(int size) {
    requireProven(size / 2, Batches.ofEdges(size, ring(size, true)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64, 65, 200})
  void allReadingAndWritingOneKeyLeaveOne(int size) {
    AccessSets batch = new AccessSets();
    for (int t = 0; t < size; t++) {
      batch.begin(0, 1);
      batch.read(9);
      batch.write(9);
    }
    requireProven(size - 1, batch);
  }

  @Test
  void isSmallerThanGreedyOnSkewedBatches() {
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    Reorderer exact = new Reorderer(EXACT);
    Reorderer greedy = new Reorderer(EXACT.withSolver(Solver.SCC));
    int saved = 0;
    for (int b = 0; b < 10; b++) {
      AccessSets batch = Batches.micro(new SplittableRandom(SEED + b), 60, zipf);
      exact.reorder(batch);
      greedy.reorder(batch);
      assertTrue(exact.proven(), "seed=" + (SEED + b));
      assertTrue(exact.victims() <= greedy.victims(), "seed=" + (SEED + b));
      saved += greedy.victims() - exact.victims();
    }
    assertTrue(saved > 0, "saved=" + saved);
  }

  @Test
  void withoutBudgetItGoesOnGreedilyAndProvesNothing() {
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    AccessSets batch = Batches.micro(new SplittableRandom(SEED), 300, zipf);
    Reorderer exact = new Reorderer(EXACT.withSearchBudget(1));
    Reorderer greedy = new Reorderer(EXACT.withSolver(Solver.SCC));
    exact.reorder(batch);
    greedy.reorder(batch);
    assertFalse(exact.proven());
    assertEquals(greedy.victims(), exact.victims());
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, exact));
  }

  @Test
  void aComponentBeyondTheLimitIsNotSearched() {
    int size = ReorderConfig.MAX_SEARCHED_COMPONENT + 2;
    AccessSets batch = Batches.ofEdges(size, ring(size, true));
    Reorderer reorderer = new Reorderer(EXACT);
    reorderer.reorder(batch);
    assertFalse(reorderer.proven());
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer));
  }

  private static void requireProven(int victims, AccessSets batch) {
    Reorderer reorderer = new Reorderer(EXACT);
    reorderer.reorder(batch);
    assertEquals(victims, reorderer.victims());
    assertTrue(reorderer.proven());
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, reorderer));
  }

  private static int[][] ring(int size, boolean bothWays) {
    int[][] edges = new int[bothWays ? 2 * size : size][];
    for (int v = 0; v < size; v++) {
      int next = (v + 1) % size;
      edges[v] = new int[] {v, next};
      if (bothWays) {
        edges[size + v] = new int[] {next, v};
      }
    }
    return edges;
  }
}
