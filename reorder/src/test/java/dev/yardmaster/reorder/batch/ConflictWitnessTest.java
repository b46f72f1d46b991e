package dev.yardmaster.reorder.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that the reported conflict of a transaction is the conflict that the definition requires.
 */
class ConflictWitnessTest {

  private static final int ROUNDS = 400;

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"SORT", "OPTIMAL"})
  void namesTheFirstReadThatASurvivorWritesElseTheFirstThatAnybodyWrites(Solver solver) {
    Reorderer reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(solver));
    AccessSets batch = new AccessSets();
    for (int seed = 1; seed <= ROUNDS; seed++) {
      fill(batch, new SplittableRandom(seed));
      reorderer.reorder(batch);
      Set<Integer> victims = new HashSet<>();
      for (int i = 0; i < reorderer.victims(); i++) {
        victims.add(reorderer.victim(i));
      }
      for (int t = 0; t < batch.size(); t++) {
        int[] expected = expected(batch, victims, t);
        String where = "seed=" + seed + " transaction=" + t;
        assertEquals(expected[0], reorderer.conflictingRead(t), where);
        assertEquals(expected[1], reorderer.conflictingWriter(t), where);
      }
    }
  }

  private static void fill(AccessSets batch, SplittableRandom random) {
    batch.clear();
    int size = random.nextInt(100);
    int keys = 1 + random.nextInt(60);
    for (int t = 0; t < size; t++) {
      batch.begin(random.nextInt(3), 1);
      for (int i = random.nextInt(4); i > 0; i--) {
        batch.read(random.nextInt(keys));
      }
      for (int i = random.nextInt(3); i > 0; i--) {
        batch.write(random.nextInt(keys));
      }
    }
  }

  /**
   * Returns the position of the conflicting read and the writer of its key. Both numbers are -1 if
   * there is no conflict.
   */
  private static int[] expected(AccessSets batch, Set<Integer> victims, int t) {
    for (boolean survivors : new boolean[] {true, false}) {
      for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
        for (int w = 0; w < batch.size(); w++) {
          if (w != t && survivors != victims.contains(w) && writes(batch, w, batch.readAt(i))) {
            return new int[] {i - batch.readStart(t), w};
          }
        }
      }
    }
    return new int[] {-1, -1};
  }

  private static boolean writes(AccessSets batch, int t, long key) {
    for (int j = batch.writeStart(t); j < batch.writeEnd(t); j++) {
      if (batch.writeAt(j) == key) {
        return true;
      }
    }
    return false;
  }
}
