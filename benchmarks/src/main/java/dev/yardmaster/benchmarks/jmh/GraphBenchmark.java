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
 * Times the construction of the conflict graph of one batch of the micro-benchmark, whose
 * transactions have 10 accesses each. The paper's solvers use a graph of adjacency lists; the
 * optimal solver uses a graph of bit rows.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class GraphBenchmark {
  /** The option name of the solver for which the graph is built. */
  @Param({"sort", "optimal"})
  public String solver;

  /** The number of transactions in a batch. */
  @Param({"40", "64", "128"})
  public int batch;

  /** Zipf exponent of the keys; 0 is uniform. */
  @Param("0.9")
  public double skew;

  private AccessSets[] batches;
  private Reorderer reorderer;
  private int next;

  /** Draws the batches. */
  @Setup(Level.Trial)
  public void draw() {
    batches = DrawnBatches.micro(batch, skew);
    reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.of(solver)));
  }

  /** Builds the graph of the next batch. */
  @Benchmark
  public Reorderer build() {
    reorderer.build(batches[next]);
    next = (next + 1) % DrawnBatches.COUNT;
    return reorderer;
  }
}
