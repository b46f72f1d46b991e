package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import dev.yardmaster.reorder.assignment.ThreadAssignment;
import dev.yardmaster.reorder.batch.Reorderer;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the reorderer allocates no memory after it has processed the largest batch. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 20;

  private AccessSets[] batches = new AccessSets[0];
  private final AccessSets refilled = new AccessSets();
  private boolean mixed;

  @ParameterizedTest
  @EnumSource(Solver.class)
  void steadyStateAllocatesNothing(Solver solver) {
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    batches = new AccessSets[20];
    for (int b = 0; b < batches.length; b++) {
      batches[b] = Batches.micro(new SplittableRandom(b), 10 + 5 * b, zipf);
    }
    requireNoAllocation(ReorderConfig.DEFAULT.withSolver(solver).withSearchBudget(100));
  }

  @ParameterizedTest
  @EnumSource(Policy.class)
  void mixedBatchesAllocateNothing(Policy policy) {
    mixed = true;
    batches = new AccessSets[10];
    for (int b = 0; b < batches.length; b++) {
      int size = 10 + 10 * b;
      batches[b] = Batches.micro(new SplittableRandom(b), size, new ZipfKeys(100_000, 0.9));
    }
    requireNoAllocation(ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withPolicy(policy));
    requireNoAllocation(ReorderConfig.DEFAULT.withSolver(Solver.SORT).withPolicy(policy));
  }

  /**
   * Tests batches that are so dense that the optimal solver searches, anneals, and ends without a
   * proven optimum.
   */
  @ParameterizedTest
  @ValueSource(longs = {0, 20})
  void largeDenseBatchesAllocateNothing(long nodeBudget) {
    batches = new AccessSets[2];
    for (int b = 0; b < batches.length; b++) {
      int size = 600 - 300 * b;
      batches[b] = Batches.micro(new SplittableRandom(b), size, new ZipfKeys(5 * size, 1.0));
    }
    requireNoAllocation(
        ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withNodeBudget(nodeBudget));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.99})
  void assigningToThreadsAllocatesNothing(double theta) {
    batches = new AccessSets[20];
    for (int b = 0; b < batches.length; b++) {
      int size = 260 - 13 * b;
      batches[b] = Batches.micro(new SplittableRandom(b), size, new ZipfKeys(100_000, theta));
    }
    ThreadAssignment assignment = new ThreadAssignment();
    requireNoAllocation(() -> assignAll(assignment));
  }

  private void requireNoAllocation(ReorderConfig config) {
    Reorderer reorderer = new Reorderer(config);
    requireNoAllocation(() -> reorderAll(reorderer));
  }

  private void requireNoAllocation(Runnable work) {
    work.run();
    long noise = allocatedBy(() -> {});
    long allocated = Long.MAX_VALUE;
    // The virtual machine may allocate memory while it compiles, so it suffices that one of several
    // attempts allocates nothing.
    for (int attempt = 0; attempt < 5 && allocated > noise; attempt++) {
      allocated = allocatedBy(work);
    }
    assertEquals(noise, allocated, "bytes in " + ROUNDS * batches.length + " batches");
  }

  private static long allocatedBy(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private void reorderAll(Reorderer reorderer) {
    for (int round = 0; round < ROUNDS; round++) {
      for (AccessSets batch : batches) {
        refill(batch);
        reorderer.reorder(refilled);
        for (int i = 0; i < reorderer.victims(); i++) {
          int t = reorderer.victim(i);
          if (reorderer.conflictingRead(t) < 0 || reorderer.conflictingWriter(t) < 0) {
            throw new AssertionError("a victim must have a conflict");
          }
        }
      }
    }
  }

  private void assignAll(ThreadAssignment assignment) {
    for (int round = 0; round < ROUNDS; round++) {
      for (AccessSets batch : batches) {
        refill(batch);
        assignment.assign(refilled, batch.size() / 4);
        if (assignment.count(0) < 4 || assignment.thread(assignment.transaction(0, 0)) != 0) {
          throw new AssertionError("each thread must have its share");
        }
      }
    }
  }

  private void refill(AccessSets from) {
    refilled.clear();
    for (int t = 0; t < from.size(); t++) {
      refilled.begin(from.restarts(t), from.weight(t), mixed && t % 3 == 0);
      for (int i = from.readStart(t); i < from.readEnd(t); i++) {
        refilled.read(from.readAt(i));
      }
      for (int i = from.writeStart(t); i < from.writeEnd(t); i++) {
        refilled.write(from.writeAt(i));
      }
    }
  }
}
