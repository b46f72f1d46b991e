package dev.yardmaster.reorder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is allocated once the largest batch was seen. */
class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 20;

  private final AccessSets[] batches = new AccessSets[20];
  private final AccessSets refilled = new AccessSets();

  @ParameterizedTest
  @EnumSource(Solver.class)
  void steadyStateAllocatesNothing(Solver solver) {
    ZipfKeys zipf = new ZipfKeys(100_000, 0.9);
    for (int b = 0; b < batches.length; b++) {
      batches[b] = Batches.micro(new SplittableRandom(b), 10 + 5 * b, zipf);
    }
    Reorderer reorderer =
        new Reorderer(ReorderConfig.DEFAULT.withSolver(solver).withSearchBudget(100));
    reorderAll(reorderer);
    long noise = allocatedBy(() -> {});
    long allocated = Long.MAX_VALUE;
    // The virtual machine may allocate for its own ends while it compiles; once is enough.
    for (int attempt = 0; attempt < 5 && allocated > noise; attempt++) {
      allocated = allocatedBy(() -> reorderAll(reorderer));
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
            throw new AssertionError("victim without a conflict");
          }
        }
      }
    }
  }

  private void refill(AccessSets from) {
    refilled.clear();
    for (int t = 0; t < from.size(); t++) {
      refilled.begin(from.restarts(t), from.weight(t));
      for (int i = from.readStart(t); i < from.readEnd(t); i++) {
        refilled.read(from.readAt(i));
      }
      for (int i = from.writeStart(t); i < from.writeEnd(t); i++) {
        refilled.write(from.writeAt(i));
      }
    }
  }
}
