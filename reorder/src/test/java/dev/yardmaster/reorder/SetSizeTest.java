package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.batch.Reorderer;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the average number of victims of the solvers, on seeded batches of the paper's
 * micro-benchmark. The expected relations are the claims of Ding, Kot and Gehrke, PVLDB 12(2),
 * section 5.1.
 */
class SetSizeTest {
  private static final int BATCHES = 200;
  private static final double SKEW = 0.9;

  private final ZipfKeys zipf = new ZipfKeys(100_000, SKEW);

  @ParameterizedTest
  @ValueSource(ints = {100, 300})
  void sortGreedyTakesLittleMoreThanComponentGreedy(int size) {
    double sort = victims(Solver.SORT, size);
    double scc = victims(Solver.SCC, size);
    assertTrue(sort <= 1.15 * scc, "size=" + size + " sort=" + sort + " scc=" + scc);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 100})
  void randomTakesManyMore(int size) {
    double random = victims(Solver.RANDOM, size);
    double best = victims(Solver.RANDOM3, size);
    double sort = victims(Solver.SORT, size);
    String sizes = "size=" + size + " random=" + random + " random3=" + best + " sort=" + sort;
    assertTrue(best < random, sizes);
    assertTrue(1.2 * sort < random, sizes);
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 100})
  void hybridIsNoWorseThanComponentGreedy(int size) {
    double hybrid = victims(Solver.HYBRID, size);
    double scc = victims(Solver.SCC, size);
    assertTrue(hybrid <= scc, "size=" + size + " hybrid=" + hybrid + " scc=" + scc);
  }

  private double victims(Solver solver, int size) {
    Reorderer reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(solver));
    double sum = 0;
    for (int b = 0; b < BATCHES; b++) {
      reorderer.reorder(Batches.micro(new SplittableRandom(b), size, zipf));
      sum += reorderer.victims();
    }
    return sum / BATCHES;
  }
}
