package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.greedy.ConflictGraph;
import dev.yardmaster.reorder.greedy.Ranking;
import dev.yardmaster.reorder.greedy.Residual;
import dev.yardmaster.reorder.greedy.SccGreedy;
import dev.yardmaster.reorder.greedy.SortGreedy;
import dev.yardmaster.reorder.greedy.StrongComponents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the example of Figures 3 and 4 in Ding, Kot and Gehrke, PVLDB 12(2). The edges of the
 * example are visible only in the drawings, because the text does not list them. So this test's
 * graph is a reconstruction. It has every property that the text of section 4.1 states.
 */
class PaperExampleTest {
  private static final int SIZE = 13;
  private static final int[][] EDGES = {
    {3, 4},
    {4, 3}, // These edges form the component of 3 and 4.
    {2, 6},
    {6, 2},
    {5, 6},
    {6, 5}, // These edges form the component of 2, 5 and 6.
    {1, 8},
    {8, 1},
    {8, 9},
    {9, 8}, // These edges form the component of 1, 8 and 9.
    // These edges lead between the components.
    {3, 7},
    {7, 6},
    {3, 2},
    {4, 10},
    {4, 12},
    {10, 5},
    {12, 5},
    {2, 0},
    {5, 0},
    {0, 8},
    {5, 11},
    {6, 11},
    {11, 8},
    {5, 8},
  };

  private final AccessSets batch = Batches.ofEdges(SIZE, EDGES);
  private final ConflictGraph graph = new ConflictGraph();
  private final Ranking ranking = new Ranking(Policy.PROD_DEGREE, 0);
  private final VictimSet victims = new VictimSet();

  @BeforeEach
  void build() {
    graph.build(batch);
    ranking.start(batch);
    victims.clear(SIZE);
  }

  @Test
  void cannotBeTrimmedAtFirst() {
    assertEquals(EDGES.length, graph.edges());
    assertEquals(SIZE, new Residual().reset(graph, new int[SIZE]));
  }

  @Test
  void hasThreeComponentsAndFiveSingles() {
    Residual residual = new Residual();
    int[] vertices = new int[SIZE];
    int count = residual.reset(graph, vertices);
    StrongComponents components = new StrongComponents(residual);
    components.reset(SIZE);
    components.split(graph, vertices, 0, count);
    List<List<Integer>> found = new ArrayList<>();
    while (!components.isEmpty()) {
      int to = components.popEnd();
      int from = components.popStart();
      List<Integer> component = new ArrayList<>();
      for (int i = from; i < to; i++) {
        component.add(vertices[i]);
      }
      component.sort(null);
      found.add(component);
    }
    found.sort((a, b) -> Integer.compare(a.get(0), b.get(0)));
    assertEquals(List.of(List.of(1, 8, 9), List.of(2, 5, 6), List.of(3, 4)), found);
    for (int single : new int[] {0, 7, 10, 11, 12}) {
      assertEquals(Residual.GONE, residual.part(single));
    }
  }

  /**
   * Tests the example of Figure 3. The text does not say whether the victim is 3 or 4; the solver
   * takes the younger one, 4.
   */
  @Test
  void componentGreedyTakesFourSixAndEight() {
    new SccGreedy().search(graph, ranking, victims);
    assertArrayEquals(new int[] {4, 6, 8}, inOrder(false));
    assertTrue(victims.proven(), "three components need three victims");
  }

  /** Tests the example of Figure 4. */
  @Test
  void sortGreedyTakesFiveThenEightThenThreeAndSix() {
    new SortGreedy(1).search(graph, ranking, victims);
    assertArrayEquals(new int[] {5, 8, 3, 6}, inOrder(true));
  }

  @Test
  void trimmingFollowsTheFigure() {
    Residual residual = new Residual();
    int[] left = new int[SIZE];
    int count = residual.reset(graph, left);
    count = afterTaking(5, residual, left, count);
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 6, 7, 8, 9, 11}, prefix(left, count));
    count = afterTaking(8, residual, left, count);
    assertArrayEquals(new int[] {2, 3, 4, 6, 7}, prefix(left, count));
  }

  @Test
  void theSmallestSetHasThree() {
    new SccGreedy(SIZE, 1_000).search(graph, ranking, victims);
    assertEquals(3, victims.size());
    assertTrue(victims.proven());
  }

  private static int afterTaking(int v, Residual residual, int[] left, int count) {
    residual.take(v);
    residual.trim(Residual.WHOLE);
    return residual.compact(left, 0, count, Residual.WHOLE);
  }

  private int[] inOrder(boolean ofChoice) {
    int[] chosen = new int[victims.size()];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = victims.get(i);
    }
    if (!ofChoice) {
      Arrays.sort(chosen);
    }
    return chosen;
  }

  private static int[] prefix(int[] vertices, int count) {
    return Arrays.copyOf(vertices, count);
  }
}
