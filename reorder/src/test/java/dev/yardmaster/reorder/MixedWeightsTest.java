package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.reorder.optimal.VictimWeights;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the objective of the optimal solver if some transactions of a batch are repairable. */
class MixedWeightsTest {
  private static final long SEED = 5_150;

  private final AccessSets batch = new AccessSets();

  @ParameterizedTest
  @EnumSource(
      value = Policy.class,
      names = {"RANDOM", "MAX_DEGREE", "SUM_DEGREE", "PROD_DEGREE"})
  void degreesWeighOneMoreThanAllRepairable(Policy policy) {
    fill(new int[] {7, 0, 1}, new long[] {5, 9, 1}, true, false, true);
    requireWeights(policy, 1, 3, 1);
    assertFalse(new VictimWeights(policy).areOnes(batch));
    fill(new int[] {7, 0, 1}, new long[] {5, 9, 1}, true, true, true);
    requireWeights(policy, 1, 1, 1);
    assertTrue(new VictimWeights(policy).areOnes(batch));
  }

  @Test
  void rdegCountsFromTheLeastRestartsOfEachKind() {
    fill(new int[] {3, 1, 4, 1, 5}, new long[] {1, 1, 1, 1, 1}, false, true, false, true, true);
    requireWeights(Policy.RDEG, 19, 1, 2 * 19, 1, 16);
  }

  @Test
  void rctWeighsAnyWithoutRepairAboveAllWithIt() {
    // The two repairable transactions with 0 restarts weigh 2 together, and the one with 9 restarts
    // weighs 3. The other transactions have 0 and 5 restarts.
    fill(new int[] {9, 0, 5, 0, 0}, new long[] {1, 1, 1, 1, 1}, true, true, false, true, false);
    requireWeights(Policy.RCT, 3, 1, 12, 1, 6);
  }

  @Test
  void callersWeightsKeepTheirRatios() {
    fill(new int[4], new long[] {4, 3, 1, 10}, false, true, true, false);
    requireWeights(Policy.WEIGHT, 20, 3, 1, 50);
  }

  /**
   * For every policy, a batch in which all transactions are repairable must have the same weights
   * as a batch in which no transaction is repairable.
   */
  @ParameterizedTest
  @EnumSource(Policy.class)
  void batchesOfOneKindWeighAlike(Policy policy) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int b = 0; b < 200; b++) {
      int size = 1 + random.nextInt(100);
      int[] restarts = random.ints(size, 0, b % 2 == 0 ? 5 : 200).toArray();
      long[] values = random.longs(size, 1, b % 3 == 0 ? 10 : Long.MAX_VALUE).toArray();
      boolean[] repairable = new boolean[size];
      fill(restarts, values, repairable);
      VictimWeights weights = new VictimWeights(policy);
      long[] without = Arrays.copyOf(weights.of(batch), size);
      boolean exact = weights.areExact();
      Arrays.fill(repairable, true);
      fill(restarts, values, repairable);
      assertArrayEquals(without, Arrays.copyOf(weights.of(batch), size), "seed=" + SEED + " " + b);
      assertEquals(exact, weights.areExact(), "seed=" + SEED + " " + b);
    }
  }

  /**
   * Tests batches with a few or many huge weights. However the weights are reduced, the two kinds
   * must stay separate, and sums must not overflow.
   */
  @ParameterizedTest
  @EnumSource(Policy.class)
  void oneWithoutRepairOutweighsAllWithItAndSumsDoNotOverflow(Policy policy) {
    VictimWeights weights = new VictimWeights(policy);
    int broughtDown = 0;
    for (int b = 0; b < 400; b++) {
      SplittableRandom random = new SplittableRandom(SEED + b);
      String replay = policy + " seed=" + (SEED + b);
      int size = 2 + random.nextInt(b % 50 == 0 ? AccessSets.MAX_TRANSACTIONS - 1 : 100);
      int mostRestarts = 1 << random.nextInt(8);
      int mostDoublings = random.nextInt(64);
      batch.clear();
      for (int t = 0; t < size; t++) {
        long value = 1 + (random.nextLong() >>> 1 >>> mostDoublings) % Long.MAX_VALUE;
        batch.begin(random.nextInt(mostRestarts), value, t < 2 ? t == 0 : random.nextBoolean());
      }
      long[] ofBatch = weights.of(batch);
      requireApart(ofBatch, replay);
      if (weights.areExact()) {
        requireRatios(policy, ofBatch, replay);
      } else {
        broughtDown++;
      }
    }
    boolean byDegree = new VictimWeights(policy).areOnes(new AccessSets());
    assertEquals(byDegree, broughtDown == 0, "broughtDown=" + broughtDown);
    assertTrue(broughtDown < 350, "broughtDown=" + broughtDown);
  }

  @Test
  void repairableWeightsAreHalvedFirst() {
    // With R = 2^59, (4 + 1)(R + 1) fits into 2^62.
    fill(new int[4], new long[] {1L << 62, 1, 3, 1L << 62}, true, false, false, true);
    VictimWeights weights = new VictimWeights(Policy.WEIGHT);
    long[] ofBatch = weights.of(batch);
    assertFalse(weights.areExact());
    long light = 1L << 58;
    assertArrayEquals(
        new long[] {light, 2 * light + 1, 3 * (2 * light + 1), light}, Arrays.copyOf(ofBatch, 4));
  }

  @Test
  void theOthersAreHalvedOnceAllRepairableWeighOne() {
    fill(new int[4], new long[] {1L << 40, 1L << 62, 1L << 61, 7}, true, false, false, true);
    VictimWeights weights = new VictimWeights(Policy.WEIGHT);
    long[] ofBatch = weights.of(batch);
    assertFalse(weights.areExact());
    // With N = 3 * 2^58, (N + 1)(2 + 1) - 1 fits into 2^62.
    assertArrayEquals(new long[] {1, 3L << 59, 3L << 58, 1}, Arrays.copyOf(ofBatch, 4));
  }

  @Test
  void rctTreatsTheLowestCountsOfRepairableAsOneFirst() {
    int size = 80; // Each kind has 40 restart counts, which 62 doublings cannot all distinguish.
    for (int t = 0; t < size; t++) {
      batch.begin(t / 2, 1, t % 2 == 0);
    }
    VictimWeights weights = new VictimWeights(Policy.RCT);
    long[] ofBatch = weights.of(batch);
    assertFalse(weights.areExact());
    requireApart(ofBatch, "rct");
    assertEquals(ofBatch[0], ofBatch[2]);
    long total = totalOfRepairable(ofBatch);
    for (int t = 1; t < size; t += 2) {
      assertEquals(total + 1, ofBatch[t], "t=" + t);
      total += ofBatch[t];
    }
  }

  /**
   * The weights are halved, so the optimum for the reduced weights is not proven for the original
   * weights.
   */
  @ParameterizedTest
  @ValueSource(ints = {40, 80})
  void theHeaviestMixedBatchIsSolved(int size) {
    for (int t = 0; t < size; t++) {
      batch.begin(0, Long.MAX_VALUE - t, t % 2 == 0);
      batch.read(t);
      batch.write(t);
      batch.read((t + 1) % size);
      batch.write((t + 1) % size);
    }
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withPolicy(Policy.WEIGHT));
    reorderer.reorder(batch);
    assertFalse(reorderer.proven());
    assertEquals(size / 2, reorderer.victims());
    for (int i = 0; i < reorderer.victims(); i++) {
      assertTrue(batch.repairable(reorderer.victim(i)), "victim " + reorderer.victim(i));
    }
  }

  private void fill(int[] restarts, long[] values, boolean... repairable) {
    batch.clear();
    for (int t = 0; t < restarts.length; t++) {
      batch.begin(restarts[t], values[t], repairable[t]);
    }
  }

  private void requireWeights(Policy policy, long... expected) {
    VictimWeights weights = new VictimWeights(policy);
    assertArrayEquals(expected, Arrays.copyOf(weights.of(batch), batch.size()));
    assertTrue(weights.areExact());
  }

  private void requireApart(long[] weights, String replay) {
    long repairable = totalOfRepairable(weights);
    long total = 0;
    for (int t = 0; t < batch.size(); t++) {
      assertTrue(weights[t] >= 1, replay);
      assertTrue(batch.repairable(t) || weights[t] > repairable, replay);
      total = Math.addExact(total, weights[t]);
    }
    assertTrue(total <= VictimWeights.MAX_TOTAL, replay);
  }

  private long totalOfRepairable(long[] weights) {
    long total = 0;
    for (int t = 0; t < batch.size(); t++) {
      total += batch.repairable(t) ? weights[t] : 0;
    }
    return total;
  }

  /**
   * Checks that each kind has the weights that it would have in a separate batch, except that one
   * kind's weights are multiplied by a factor.
   */
  private void requireRatios(Policy policy, long[] weights, String replay) {
    long factor = totalOfRepairable(weights) + 1;
    for (boolean kind : new boolean[] {false, true}) {
      AccessSets alone = new AccessSets();
      for (int t = 0; t < batch.size(); t++) {
        if (batch.repairable(t) == kind) {
          alone.begin(batch.restarts(t), batch.weight(t));
        }
      }
      long[] own = new VictimWeights(policy).of(alone);
      for (int t = 0, i = 0; t < batch.size(); t++) {
        if (batch.repairable(t) == kind) {
          assertEquals(kind ? own[i] : own[i] * factor, weights[t], replay);
          i++;
        }
      }
    }
  }
}
