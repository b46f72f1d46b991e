package dev.yardmaster.benchmarks.experiment.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.workload.micro.MicroBatches;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

/** Checks that all algorithms run on the same graphs and find sets of the known sizes. */
class SolverPointTest {

  /**
   * Returns three batches: a cycle of three transactions, from which one must be removed; four
   * transactions that update one key, of which only one can remain; and four transactions without
   * conflicts.
   */
  private static List<AccessSets> known() {
    AccessSets circle = new AccessSets();
    for (int t = 0; t < 3; t++) {
      circle.begin(0, 1);
      circle.read(10 + t);
      circle.write(10 + (t + 1) % 3);
    }
    AccessSets hot = new AccessSets();
    for (int t = 0; t < 4; t++) {
      hot.begin(0, 1);
      hot.read(1);
      hot.write(1);
    }
    AccessSets apart = new AccessSets();
    for (int t = 0; t < 4; t++) {
      apart.begin(0, 1);
      apart.write(t);
    }
    return List.of(circle, hot, apart);
  }

  private static Map<String, Map<Metric, List<Double>>> measure(
      List<AccessSets> batches, List<Algorithm> algorithms) throws InterruptedException {
    Results measured =
        new SolverPoint("test", () -> batches, algorithms, 0.0001, 2)
            .measure(SystemNanoClock.INSTANCE, standing -> {});
    assertEquals(List.of(), measured.findings());
    Map<String, Map<Metric, List<Double>>> sides = new LinkedHashMap<>();
    for (Row row : measured.rows()) {
      Map<Metric, List<Double>> figures = new LinkedHashMap<>();
      row.figures().values().forEach(each -> figures.put(each.metric(), each.repeats()));
      sides.put(row.label(), figures);
    }
    return sides;
  }

  @Test
  void sizesAreThoseThatAreKnown() throws InterruptedException {
    var sides = measure(known(), Algorithm.all());
    assertEquals(Algorithm.all().size(), sides.size());
    sides.forEach(
        (name, figures) -> {
          // The sets have sizes 1, 3 and 0; greedy_sort removes two vertices of the cycle in one
          // step.
          double known = (name.equals(Algorithm.GREEDY_SORT) ? 5 : 4) / 3.0;
          assertEquals(known, figures.get(SolverPoint.SIZE).get(0), 1e-12, name);
          assertEquals(2, figures.get(SolverPoint.TIME_NS).size(), name);
          assertTrue(figures.get(SolverPoint.TIME_NS).get(0) > 0, name);
        });
    assertEquals(List.of(1.0, 1.0), sides.get(Algorithm.SEARCH).get(SolverPoint.PROVEN));
  }

  @Test
  void onDrawnBatchesSearchAndOptimalAreTheSmallest() throws InterruptedException {
    List<AccessSets> drawn = MicroBatches.draw(100, 0.9, 42, 6, 16);
    Reorderer exact = new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.EXACT));
    double least = 0;
    for (AccessSets batch : drawn) {
      exact.reorder(batch);
      assertTrue(exact.proven());
      least += exact.victims();
    }
    assertTrue(least > 0, "batches with conflicts");
    double mean = least / drawn.size();
    var sides = measure(drawn, Algorithm.all());
    assertEquals(mean, sides.get(Algorithm.SEARCH).get(SolverPoint.SIZE).get(0), 1e-9);
    assertEquals(mean, sides.get(Algorithm.OPTIMAL).get(SolverPoint.SIZE).get(0), 1e-9);
    sides.forEach(
        (name, figures) -> assertTrue(figures.get(SolverPoint.SIZE).get(0) >= mean - 1e-9, name));
  }

  @Test
  void aSearchThatDidNotFinishHasNoSizeAndNoTime() throws InterruptedException {
    ReorderConfig hardlyAny = ReorderConfig.DEFAULT.withSolver(Solver.EXACT).withSearchBudget(1);
    var figures =
        measure(
                MicroBatches.draw(20, 0.9, 42, 4, 30),
                List.of(new Algorithm(Algorithm.SEARCH, hardlyAny, true)))
            .get(Algorithm.SEARCH);
    assertEquals(Set.of(SolverPoint.PROVEN), figures.keySet());
    assertTrue(figures.get(SolverPoint.PROVEN).get(0) < 1, figures.toString());
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> measure(known(), Algorithm.all()));
  }

  @Test
  void transactionsAreThoseOfTheMicroBenchmark() {
    List<AccessSets> drawn = MicroBatches.draw(50, 0.5, 42, 3, 7);
    assertEquals(3, drawn.size());
    for (AccessSets batch : drawn) {
      assertEquals(7, batch.size());
      for (int t = 0; t < batch.size(); t++) {
        Set<Long> keys = new HashSet<>();
        for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
          keys.add(batch.readAt(i));
        }
        assertEquals(5, keys.size());
        for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
          keys.add(batch.writeAt(i));
        }
        assertEquals(5, batch.writeEnd(t) - batch.writeStart(t));
        assertEquals(9, keys.size(), "one key is both read and written");
      }
    }
  }
}
