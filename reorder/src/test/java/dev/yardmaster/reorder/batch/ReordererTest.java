package dev.yardmaster.reorder.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.Oracle;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.ZipfKeys;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests batches at the limits of the allowed input. */
class ReordererTest {
  private final AccessSets batch = new AccessSets();
  private final Reorderer reorderer = new Reorderer(ReorderConfig.DEFAULT);

  @Test
  void anEmptyBatchHasNothing() {
    requireAllInOrderOfAge(0);
  }

  @Test
  void oneTransactionNeverConflicts() {
    batch.begin(0, 1);
    batch.read(1);
    batch.write(1);
    requireAllInOrderOfAge(1);
    assertEquals(-1, reorderer.conflictingRead(0));
    assertEquals(-1, reorderer.conflictingWriter(0));
  }

  @Test
  void transactionsWithoutAccessesPassThrough() {
    for (int t = 0; t < 3; t++) {
      batch.begin(0, 1);
    }
    requireAllInOrderOfAge(3);
  }

  @Test
  void aReadOnlyBatchPassesThrough() {
    for (int t = 0; t < 70; t++) {
      batch.begin(0, 1);
      batch.read(5);
    }
    requireAllInOrderOfAge(70);
  }

  @Test
  void aWriteOnlyBatchPassesThrough() {
    for (int t = 0; t < 70; t++) {
      batch.begin(0, 1);
      batch.write(5);
    }
    requireAllInOrderOfAge(70);
  }

  @Test
  void theReaderGoesBeforeTheWriter() {
    batch.begin(0, 1);
    batch.write(5);
    batch.begin(0, 1);
    batch.read(5);
    reorderer.reorder(batch);
    assertEquals(0, reorderer.victims());
    assertEquals(1, reorderer.survivor(0));
    assertEquals(0, reorderer.survivor(1));
  }

  @Test
  void duplicatesWithinASetCountOnce() {
    for (int t = 0; t < 2; t++) {
      batch.begin(0, 1);
      for (int i = 0; i < 3; i++) {
        batch.read(5);
        batch.write(6);
        batch.read(6);
        batch.write(5);
      }
    }
    reorderer.reorder(batch);
    assertEquals(2, reorderer.edges());
    assertEquals(1, reorderer.victims());
    assertTrue(reorderer.proven());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void everyFingerprintIsAKey(long fingerprint) {
    batch.begin(0, 1);
    batch.read(fingerprint);
    batch.begin(0, 1);
    batch.write(fingerprint);
    batch.begin(0, 1);
    batch.read(fingerprint + 1);
    reorderer.reorder(batch);
    assertEquals(1, reorderer.edges());
    assertEquals(0, reorderer.conflictingRead(0));
    assertEquals(1, reorderer.conflictingWriter(0));
    assertEquals(-1, reorderer.conflictingRead(2));
  }

  @ParameterizedTest
  @EnumSource(Solver.class)
  void ofAllThatReadAndWriteOneKeyOneCommits(Solver solver) {
    int size = 60;
    for (int t = 0; t < size; t++) {
      batch.begin(0, 1);
      batch.read(0);
      batch.write(0);
    }
    Reorderer other = new Reorderer(ReorderConfig.DEFAULT.withSolver(solver));
    other.reorder(batch);
    assertEquals(size * (size - 1), other.edges());
    assertEquals(1, other.survivors());
    assertEquals(size - 1, other.victims());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLargestBatchWorks(boolean complete) {
    int size = AccessSets.MAX_TRANSACTIONS;
    for (int t = 0; t < size; t++) {
      batch.begin(0, 1);
      batch.read(complete ? 0 : t);
      batch.write(complete ? 0 : t ^ 1);
    }
    Reorderer oneByOne = new Reorderer(ReorderConfig.DEFAULT.withMultiFactor(1));
    oneByOne.reorder(batch);
    assertEquals(complete ? size * (size - 1) : size, oneByOne.edges());
    assertEquals(complete ? 1 : size / 2, oneByOne.survivors());
    assertEquals(-1, Oracle.firstStaleSurvivor(batch, oneByOne));
    assertEquals(
        "transactions=4096 is the most a batch can hold",
        assertThrows(IllegalStateException.class, () -> batch.begin(0, 1)).getMessage());
  }

  @Test
  void aPathAsLongAsTheBatchOverflowsNoStack() {
    int size = AccessSets.MAX_TRANSACTIONS;
    for (int t = 0; t < size; t++) {
      batch.begin(0, 1);
      batch.read((t + 1) % size);
      batch.write(t);
    }
    for (Solver solver : Solver.values()) {
      Reorderer other = new Reorderer(ReorderConfig.DEFAULT.withSolver(solver));
      other.reorder(batch);
      int expected = solver == Solver.SORT ? 2 : 1; // Sort-greedy takes two vertices in a step.
      assertEquals(expected, other.victims(), solver.toString());
      assertEquals(expected == 1, other.proven(), solver.toString());
    }
  }

  @Test
  void theReportPrefersAWriterThatSurvives() {
    // Transactions 0 and 1 conflict on key 7, and 1 is the victim. Transaction 2 survives; it
    // writes key 8, which 1 reads after key 7.
    batch.begin(0, 1);
    batch.read(7);
    batch.write(7);
    batch.begin(9, 1);
    batch.read(3);
    batch.read(7);
    batch.read(8);
    batch.write(7);
    batch.begin(0, 1);
    batch.write(8);
    Reorderer fewestRestarts = new Reorderer(ReorderConfig.DEFAULT.withPolicy(Policy.RCT));
    fewestRestarts.reorder(batch);
    assertEquals(1, fewestRestarts.victims());
    assertEquals(0, fewestRestarts.victim(0));
    assertEquals(0, fewestRestarts.conflictingRead(0));
    assertEquals(1, fewestRestarts.conflictingWriter(0));
    // Transaction 1 survives. The victim 0 writes key 7, which 1 reads, and the survivor 2 writes
    // key 8, which 1 reads, too.
    assertEquals(2, fewestRestarts.conflictingRead(1));
    assertEquals(2, fewestRestarts.conflictingWriter(1));
  }

  @ParameterizedTest
  @EnumSource(
      value = Solver.class,
      names = {"SORT", "SCC", "HYBRID", "EXACT", "OPTIMAL"})
  void reuseGivesWhatAFreshOneGives(Solver solver) {
    ReorderConfig config = ReorderConfig.DEFAULT.withSolver(solver).withSearchBudget(500);
    Reorderer reused = new Reorderer(config);
    ZipfKeys zipf = new ZipfKeys(2_000, 0.8);
    for (int b = 0; b < 60; b++) {
      SplittableRandom random = new SplittableRandom(b);
      AccessSets drawn = Batches.micro(random, random.nextInt(b % 7 == 0 ? 3 : 150), zipf);
      Reorderer fresh = new Reorderer(config);
      reused.reorder(drawn);
      fresh.reorder(drawn);
      assertEquals(result(fresh), result(reused), "seed=" + b);
    }
  }

  @Test
  void accessesBeforeATransactionAreRefused() {
    assertThrows(IllegalStateException.class, () -> batch.read(1));
    batch.begin(0, 1);
    batch.clear();
    assertThrows(IllegalStateException.class, () -> batch.write(1));
  }

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    requireRefused("restarts=-1 must be at least 0", () -> batch.begin(-1, 1));
    requireRefused("weight=0 must be at least 1", () -> batch.begin(0, 0));
    assertEquals(0, batch.size());
    ReorderConfig config = ReorderConfig.DEFAULT;
    requireRefused("multiFactor=0 must be from 1 to 4096", () -> config.withMultiFactor(0));
    requireRefused("multiFactor=4097 must be from 1 to 4096", () -> config.withMultiFactor(4097));
    requireRefused(
        "hybridThreshold=513 must be from 0 to 512", () -> config.withHybridThreshold(513));
    requireRefused(
        "searchBudget=0 must be from 1 to 9223372036854775807", () -> config.withSearchBudget(0));
    requireRefused(
        "nodeBudget=-1 must be from 0 to 9223372036854775807", () -> config.withNodeBudget(-1));
    assertThrows(NullPointerException.class, () -> config.withSolver(null));
    assertThrows(NullPointerException.class, () -> config.withPolicy(null));
  }

  @Test
  void placesOutOfRangeAreRefused() {
    batch.begin(0, 1);
    reorderer.reorder(batch);
    assertThrows(IndexOutOfBoundsException.class, () -> reorderer.survivor(1));
    assertThrows(IndexOutOfBoundsException.class, () -> reorderer.victim(0));
    assertThrows(IndexOutOfBoundsException.class, () -> reorderer.conflictingRead(1));
    assertThrows(IndexOutOfBoundsException.class, () -> batch.readEnd(1));
    assertThrows(IndexOutOfBoundsException.class, () -> batch.writeAt(0));
  }

  private void requireAllInOrderOfAge(int size) {
    reorderer.reorder(batch);
    assertEquals(size, reorderer.survivors());
    assertEquals(0, reorderer.victims());
    assertEquals(0, reorderer.edges());
    assertTrue(reorderer.proven());
    for (int i = 0; i < size; i++) {
      assertEquals(i, reorderer.survivor(i));
    }
  }

  private static void requireRefused(String message, Runnable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  private static String result(Reorderer reorderer) {
    StringBuilder result = new StringBuilder("edges=").append(reorderer.edges());
    result.append(" proven=").append(reorderer.proven()).append(" order");
    for (int i = 0; i < reorderer.survivors(); i++) {
      result.append(' ').append(reorderer.survivor(i));
    }
    result.append(" victims");
    for (int i = 0; i < reorderer.victims(); i++) {
      result.append(' ').append(reorderer.victim(i));
    }
    return result.toString();
  }

  @Test
  @Timeout(20)
  void theLargestBatchesInWhichAllConflictTakeNoLongTime() {
    for (int size : new int[] {1024, 1025, AccessSets.MAX_TRANSACTIONS}) {
      AccessSets all = new AccessSets();
      for (int t = 0; t < size; t++) {
        all.begin(0, 1);
        all.read(7);
        all.write(7);
      }
      reorderer.reorder(all);
      assertEquals(1, reorderer.survivors(), "transactions=" + size);
    }
  }
}
