package dev.yardmaster.reorder.optimal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the weights that the optimal solver minimizes. */
class VictimWeightsTest {
  private final AccessSets batch = new AccessSets();

  @ParameterizedTest
  @EnumSource(
      value = Policy.class,
      names = {"RANDOM", "MAX_DEGREE", "SUM_DEGREE", "PROD_DEGREE"})
  void degreesWeighAllAlike(Policy policy) {
    assertArrayEquals(new long[] {1, 1}, weights(policy, new int[] {7, 0}, new long[] {5, 9}));
    assertTrue(new VictimWeights(policy).areOnes(batch));
  }

  @Test
  void rdegDoublesForEveryRestartAboveTheLeast() {
    int[] restarts = {3, 1, 4, 1, 5};
    assertArrayEquals(new long[] {4, 1, 8, 1, 16}, weights(Policy.RDEG, restarts, null));
  }

  @Test
  void rdegStopsDoublingBeforeSumsOverflow() {
    int[] restarts = new int[AccessSets.MAX_TRANSACTIONS];
    Arrays.fill(restarts, Integer.MAX_VALUE);
    restarts[0] = 0;
    long[] weights = weights(Policy.RDEG, restarts, null);
    assertEquals(1, weights[0]);
    assertEquals(1L << VictimWeights.MAX_DOUBLINGS, weights[1]);
    requireWithinTotal(weights);
  }

  @Test
  void rctWeighsARestartAboveAllWithFewer() {
    // Two transactions with 0 restarts weigh 2 together, and three with 5 restarts weigh 9
    // together.
    int[] restarts = {5, 0, 5, 9, 0, 5};
    assertArrayEquals(new long[] {3, 1, 3, 12, 1, 3}, weights(Policy.RCT, restarts, null));
  }

  @Test
  void rctTreatsTheLowestCountsAsOneWhenThereAreTooMany() {
    int[] restarts = new int[100];
    Arrays.setAll(restarts, t -> t);
    long[] weights = weights(Policy.RCT, restarts, null);
    requireWithinTotal(weights);
    assertEquals(weights[0], weights[30]);
    for (int t = 60; t < 100; t++) {
      assertEquals(Arrays.stream(weights, 0, t).sum() + 1, weights[t], "t=" + t);
    }
  }

  @Test
  void callersWeightsAreTakenAsTheyAre() {
    long[] weights = {1L << 61, 3, 1};
    assertArrayEquals(weights, weights(Policy.WEIGHT, new int[3], weights));
  }

  @Test
  void hugeWeightsAreHalvedUntilSumsDoNotOverflow() {
    long[] weights = {Long.MAX_VALUE, Long.MAX_VALUE / 2, 4, 1};
    long[] halved = weights(Policy.WEIGHT, new int[4], weights);
    requireWithinTotal(halved);
    assertArrayEquals(new long[] {Long.MAX_VALUE / 4, Long.MAX_VALUE / 8, 1, 1}, halved);
  }

  @Test
  void theHeaviestPossibleBatchIsSolved() {
    // The graph is a ring of cycles of two, in which every second transaction has the maximum
    // weight.
    int size = 40;
    for (int t = 0; t < size; t++) {
      batch.begin(0, t % 2 == 0 ? Long.MAX_VALUE : Long.MAX_VALUE - 100_000);
      batch.read(t);
      batch.write(t);
      batch.read((t + 1) % size);
      batch.write((t + 1) % size);
    }
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withPolicy(Policy.WEIGHT));
    reorderer.reorder(batch);
    // The weights are halved, so the optimum for the reduced weights is not proven for the original
    // weights.
    assertFalse(reorderer.proven());
    assertEquals(size / 2, reorderer.victims());
    for (int i = 0; i < reorderer.victims(); i++) {
      assertEquals(1, reorderer.victim(i) % 2, "victim " + reorderer.victim(i));
    }
  }

  private long[] weights(Policy policy, int[] restarts, long[] weights) {
    batch.clear();
    for (int t = 0; t < restarts.length; t++) {
      batch.begin(restarts[t], weights == null ? 1 : weights[t]);
    }
    return Arrays.copyOf(new VictimWeights(policy).of(batch), restarts.length);
  }

  private static void requireWithinTotal(long[] weights) {
    long sum = 0;
    for (long weight : weights) {
      assertTrue(weight >= 1, "weight=" + weight);
      sum = Math.addExact(sum, weight);
    }
    assertTrue(sum <= VictimWeights.MAX_TOTAL, "sum=" + sum);
  }
}
