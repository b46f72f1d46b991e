package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.reorder.batch.Reorderer;
import dev.yardmaster.reorder.optimal.VictimWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that if two transactions cannot both commit, the less urgent one is the victim. */
class UrgencyTest {

  private static final long SEED = 5_701;
  private static final int BATCHES = 500;

  @ParameterizedTest
  @EnumSource(Policy.class)
  void theLessUrgentOfAPairIsTheVictim(Policy policy) {
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withPolicy(policy));
    for (int b = 0; b < BATCHES; b++) {
      SplittableRandom random = new SplittableRandom(SEED + b);
      AccessSets batch = new AccessSets();
      List<Integer> expected = new ArrayList<>();
      int pairs = 1 + random.nextInt(100);
      for (int pair = 0; pair < pairs; pair++) {
        boolean firstIsUrgent = random.nextBoolean();
        boolean repairable = random.nextBoolean();
        begin(batch, pair, repairable, firstIsUrgent ? 256 : 16);
        begin(batch, pair, repairable, firstIsUrgent ? 16 : 256);
        expected.add(2 * pair + (firstIsUrgent ? 1 : 0));
      }
      assertEquals(expected, victims(reorderer, batch), "seed=" + (SEED + b));
    }
  }

  /** Adds one transaction of a pair: both read and write the pair's key. */
  private static void begin(AccessSets batch, int pair, boolean repairable, int urgency) {
    batch.begin(0, 1, repairable, urgency);
    batch.read(pair + 1);
    batch.write(pair + 1);
  }

  private static List<Integer> victims(Reorderer reorderer, AccessSets batch) {
    reorderer.reorder(batch);
    List<Integer> victims = new ArrayList<>();
    for (int i = 0; i < reorderer.victims(); i++) {
      victims.add(reorderer.victim(i));
    }
    victims.sort(null);
    return victims;
  }

  @Test
  void manyOfLittleUrgencyOutweighOne() {
    // One urgent transaction conflicts in both directions with each of 17 other transactions, which
    // have a sixteenth of its weight.
    AccessSets batch = new AccessSets();
    batch.begin(0, 1, false, 16);
    for (int key = 1; key <= 17; key++) {
      batch.read(key);
      batch.write(key);
    }
    for (int key = 1; key <= 17; key++) {
      batch.begin(0, 1, false, 1);
      batch.read(key);
      batch.write(key);
    }
    assertEquals(
        List.of(0),
        victims(new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL)), batch));
  }

  @Test
  void hugeWeightsAreHalvedUntilTheyFit() {
    AccessSets batch = new AccessSets();
    batch.begin(0, Long.MAX_VALUE / 2, false, 256);
    batch.begin(0, Long.MAX_VALUE / 2, false, 1);
    VictimWeights weights = new VictimWeights(Policy.WEIGHT);
    long[] scaled = weights.of(batch);
    assertEquals(false, weights.areExact());
    assertEquals(256L, scaled[0] / scaled[1]);
  }

  @Test
  void anUrgencyIsInItsRange() {
    AccessSets batch = new AccessSets();
    for (int urgency : new int[] {0, -1, 257}) {
      assertThrows(IllegalArgumentException.class, () -> batch.begin(0, 1, false, urgency));
    }
  }
}
