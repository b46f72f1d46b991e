package dev.yardmaster.reorder.assignment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Batches;
import dev.yardmaster.reorder.ZipfKeys;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the assignment of transactions to threads, with examples and by comparison with {@link
 * LiteralAssignment}.
 */
class ThreadAssignmentTest {
  private static final long SEED = 42;

  private final AccessSets batch = new AccessSets();
  private final ThreadAssignment assignment = new ThreadAssignment();

  @Test
  void conflictingTransactionsMeetOnOneThread() {
    transaction(reads(1), writes(2));
    transaction(reads(7), writes(8));
    transaction(reads(2), writes(3));
    transaction(reads(8), writes(9));
    assignment.assign(batch, 2);
    assertThreads(0, 1, 0, 1);
    assertEquals(2, assignment.count(1));
    assertEquals(1, assignment.transaction(1, 0));
    assertEquals(3, assignment.transaction(1, 1));
  }

  @Test
  void twoWritersOfAKeyConflict() {
    transaction(reads(), writes(1));
    transaction(reads(), writes(2));
    transaction(reads(), writes(1));
    transaction(reads(), writes(2));
    assignment.assign(batch, 2);
    assertThreads(0, 1, 0, 1);
  }

  @Test
  void aThreadStartsWithTheMostConflicts() {
    transaction(reads(), writes(1));
    transaction(reads(1), writes());
    transaction(reads(), writes(5));
    transaction(reads(5), writes());
    transaction(reads(5), writes());
    transaction(reads(), writes());
    assignment.assign(batch, 2);
    assertThreads(1, 1, 0, 0, 0, 1);
  }

  @Test
  void oneConflictOutweighsManySharedKeys() {
    transaction(reads(1, 2, 3), writes(9));
    transaction(reads(1, 2, 3), writes());
    transaction(reads(9), writes());
    transaction(reads(), writes());
    assignment.assign(batch, 2);
    assertThreads(0, 1, 0, 1);
  }

  @Test
  void sharedKeysDecideAmongEqualConflicts() {
    transaction(reads(1, 2), writes(9));
    transaction(reads(1, 9), writes());
    transaction(reads(1, 2, 9), writes());
    transaction(reads(), writes());
    assignment.assign(batch, 2);
    assertThreads(0, 1, 0, 1);
  }

  @Test
  void conflictsToComeDecideLast() {
    transaction(reads(), writes(1, 2));
    transaction(reads(1), writes());
    transaction(reads(2), writes(7));
    transaction(reads(7), writes());
    transaction(reads(1), writes());
    transaction(reads(), writes());
    assignment.assign(batch, 3);
    assertThreads(0, 1, 0, 2, 1, 2);
  }

  @Test
  void keysReadByAllAreNoConflictButBringReadersTogether() {
    transaction(reads(1), writes());
    transaction(reads(2), writes());
    transaction(reads(1), writes());
    transaction(reads(2), writes());
    assignment.assign(batch, 2);
    assertThreads(0, 1, 0, 1);
  }

  @Test
  void withoutSharedKeysTransactionsAreDealtOutInTurn() {
    for (int t = 0; t < 8; t++) {
      // Repeated accesses of one transaction do not make a key shared.
      transaction(reads(t, t, 100 + t), writes(t, 200 + t, 200 + t));
    }
    assignment.assign(batch, 3);
    assertThreads(0, 1, 2, 0, 1, 2, 0, 1);
    assertEquals(7, assignment.transaction(1, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 28, 64, 300})
  void sharesDifferByOneAtMost(int threads) {
    for (int size = 0; size <= 130; size++) {
      SplittableRandom random = new SplittableRandom(SEED + size);
      AccessSets drawn = Batches.micro(random, size, new ZipfKeys(100, 0.9));
      assignment.assign(drawn, threads);
      String replay = "seed=" + (SEED + size) + " size=" + size;
      boolean[] seen = new boolean[size];
      for (int thread = 0; thread < threads; thread++) {
        int share = size / threads + (thread < size % threads ? 1 : 0);
        assertEquals(share, assignment.count(thread), replay);
        int before = -1;
        for (int i = 0; i < share; i++) {
          int t = assignment.transaction(thread, i);
          assertEquals(thread, assignment.thread(t), replay);
          assertEquals(
              true,
              t > before && !seen[t],
              replay + ": a thread must run its transactions in order of arrival");
          seen[t] = true;
          before = t;
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"12,3000", "80,300"})
  void followsThePaperOnSmallBatches(int most, int batches) {
    for (int b = 0; b < batches; b++) {
      SplittableRandom random = new SplittableRandom(SEED + b);
      AccessSets drawn = Batches.small(random, most);
      requireLiteral(drawn, 1 + random.nextInt(8), SEED + b);
    }
  }

  @ParameterizedTest
  @CsvSource({"8,2,0.5", "64,16,0.9", "112,28,0.99", "256,64,0.99", "256,64,1.5", "200,7,0.3"})
  void followsThePaperOnBatchesOfFourAThread(int size, int threads, double theta) {
    ZipfKeys zipf = new ZipfKeys(10_000, theta);
    for (int b = 0; b < 5; b++) {
      requireLiteral(Batches.micro(new SplittableRandom(SEED + b), size, zipf), threads, SEED + b);
    }
  }

  @Test
  void whatWasAssignedBeforeLeavesNoTrace() {
    ZipfKeys zipf = new ZipfKeys(1_000, 0.9);
    AccessSets drawn = Batches.micro(new SplittableRandom(SEED), 40, zipf);
    assignment.assign(drawn, 10);
    int[] first = threadsOf(assignment, 40);
    assignment.assign(Batches.micro(new SplittableRandom(SEED + 1), 300, zipf), 64);
    assignment.assign(new AccessSets(), 2);
    assignment.assign(drawn, 10);
    assertArrayEquals(first, threadsOf(assignment, 40));
  }

  @Test
  void theLargestBatchIsAssigned() {
    AccessSets drawn = new AccessSets();
    for (int t = 0; t < AccessSets.MAX_TRANSACTIONS; t++) {
      drawn.begin(0, 1);
      drawn.write(t / 2);
      drawn.read(-1);
    }
    drawn.write(-1); // The youngest conflicts with all others, which is the highest count.
    int threads = AccessSets.MAX_TRANSACTIONS / 4;
    assignment.assign(drawn, threads);
    assertEquals(0, assignment.thread(AccessSets.MAX_TRANSACTIONS - 1));
    assertEquals(0, assignment.thread(AccessSets.MAX_TRANSACTIONS - 2));
    assertEquals(assignment.thread(100), assignment.thread(101));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, AccessSets.MAX_TRANSACTIONS + 1})
  void refusesANumberOfThreadsOutOfRange(int threads) {
    assertThrows(IllegalArgumentException.class, () -> assignment.assign(batch, threads));
  }

  private void requireLiteral(AccessSets drawn, int threads, long seed) {
    assignment.assign(drawn, threads);
    LiteralAssignment literal = new LiteralAssignment(drawn);
    int[] expected = new int[drawn.size()];
    if (literal.sharesKeys()) {
      expected = literal.assign(threads);
    } else {
      for (int t = 0; t < expected.length; t++) {
        expected[t] = t % threads;
      }
    }
    String replay = "seed=" + seed + " threads=" + threads;
    assertArrayEquals(
        expected, threadsOf(assignment, drawn.size()), () -> replay + Batches.print(drawn));
  }

  private void transaction(long[] reads, long[] writes) {
    batch.begin(0, 1);
    batch.reads(reads, reads.length);
    batch.writes(writes, writes.length);
  }

  private void assertThreads(int... expected) {
    assertArrayEquals(expected, threadsOf(assignment, batch.size()));
  }

  private static int[] threadsOf(ThreadAssignment assignment, int size) {
    assertEquals(size, assignment.size());
    int[] threads = new int[size];
    for (int t = 0; t < size; t++) {
      threads[t] = assignment.thread(t);
    }
    return threads;
  }

  private static long[] reads(long... keys) {
    return keys;
  }

  private static long[] writes(long... keys) {
    return keys;
  }
}
