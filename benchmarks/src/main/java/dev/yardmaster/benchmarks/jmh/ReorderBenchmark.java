package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
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
 * Times the reordering of one batch: conflict graph, feedback vertex set and commit order.
 *
 * <p>The batches come from the micro-benchmark of Ding, Kot and Gehrke, PVLDB 12(2), section 5.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ReorderBenchmark {
  /** The option name of the solver. */
  @Param({"sort", "scc", "hybrid", "random", "optimal"})
  public String solver;

  /** The number of transactions in a batch. */
  @Param({"40", "100", "300"})
  public int batch;

  /** Zipf exponent of the keys; 0 is uniform. */
  @Param({"0", "0.7", "0.9"})
  public double skew;

  private AccessSets[] batches;
  private Reorderer reorderer;
  private int next;

  /** Draws the batches. */
  @Setup(Level.Trial)
  public void draw() {
    reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.of(solver)));
    batches = DrawnBatches.micro(batch, skew);
    // Runs every batch once, so that no array grows during the measurement.
    for (AccessSets drawn : batches) {
      reorderer.reorder(drawn);
    }
  }

  /** Reorders the next batch. */
  @Benchmark
  public int reorder() {
    reorderer.reorder(batches[next]);
    next = (next + 1) % DrawnBatches.COUNT;
    return reorderer.survivors();
  }
}
