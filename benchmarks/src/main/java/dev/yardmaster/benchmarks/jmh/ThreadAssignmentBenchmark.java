package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.assignment.ThreadAssignment;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times the assignment of one batch of YCSB transactions to threads, four transactions for each
 * thread. The input consists of access sets that are already filled. The output is a list of
 * transactions for each thread. Before each fork, the benchmark prints the number of conflicting
 * pairs with the two transactions on different threads. It also prints this number for a
 * round-robin assignment.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ThreadAssignmentBenchmark {
  private static final int TRANSACTIONS_PER_THREAD = 4;

  /** The number of threads to which the batch is assigned. */
  @Param({"2", "28"})
  public int threads;

  /** Zipf exponent of the keys; 0 is uniform. */
  @Param({"0", "0.9", "0.99"})
  public double skew;

  private final ThreadAssignment assignment = new ThreadAssignment();
  private AccessSets[] batches;
  private int next;

  /** Draws the batches. */
  @Setup(Level.Trial)
  public void draw() {
    batches = DrawnBatches.ycsb(TRANSACTIONS_PER_THREAD * threads, skew);
    report();
  }

  /** Assigns the next batch. */
  @Benchmark
  public ThreadAssignment assign() {
    assignment.assign(batches[next], threads);
    next = (next + 1) % DrawnBatches.COUNT;
    return assignment;
  }

  /**
   * Prints the numbers before the clock starts, because printing allocates memory and would distort
   * the results of JMH's profiler {@code -prof gc}.
   */
  private void report() {
    int conflicts = 0;
    int assigned = 0;
    int dealtOut = 0;
    for (AccessSets drawn : batches) {
      assignment.assign(drawn, threads);
      for (int t = 0; t < drawn.size(); t++) {
        for (int u = 0; u < t; u++) {
          if (conflict(drawn, t, u)) {
            conflicts++;
            assigned += assignment.thread(t) == assignment.thread(u) ? 0 : 1;
            dealtOut += t % threads == u % threads ? 0 : 1;
          }
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%n# threads=%d skew=%s: %.2f pairs in conflict a batch, %.2f of them on two threads, %.2f"
            + " if assigned round-robin%n",
        threads,
        skew,
        conflicts / (double) DrawnBatches.COUNT,
        assigned / (double) DrawnBatches.COUNT,
        dealtOut / (double) DrawnBatches.COUNT);
  }

  private static boolean conflict(AccessSets batch, int t, int u) {
    Set<Long> writes = writes(batch, t);
    Set<Long> otherWrites = writes(batch, u);
    boolean conflict = writes.stream().anyMatch(otherWrites::contains);
    for (int i = batch.readStart(t); i < batch.readEnd(t); i++) {
      conflict |= otherWrites.contains(batch.readAt(i));
    }
    for (int i = batch.readStart(u); i < batch.readEnd(u); i++) {
      conflict |= writes.contains(batch.readAt(i));
    }
    return conflict;
  }

  private static Set<Long> writes(AccessSets batch, int t) {
    Set<Long> writes = new HashSet<>();
    for (int i = batch.writeStart(t); i < batch.writeEnd(t); i++) {
      writes.add(batch.writeAt(i));
    }
    return writes;
  }
}
