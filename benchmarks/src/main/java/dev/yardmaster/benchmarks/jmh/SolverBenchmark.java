package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.reorder.batch.Reorderer;
import java.util.Locale;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times the choice of the victims alone, and reports percentiles. The conflict graph is built
 * before the clock starts. The times include reading the clock once, about 25 ns. After each fork
 * the benchmark prints the number of victims, and the number of batches whose set of victims is
 * proven optimal.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class SolverBenchmark {
  /** The option name of the solver, or {@code greedy} for the optimal solver without a search. */
  @Param({"sort", "scc", "greedy", "optimal"})
  public String solver;

  /**
   * The workload of the batches: {@code micro}, {@code restarted} for the policy rdeg, or {@code
   * bank}.
   */
  @Param("micro")
  public String workload;

  /** The number of transactions in a batch. */
  @Param({"40", "64", "100", "128"})
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
    ReorderConfig config =
        solver.equals("greedy")
            ? ReorderConfig.DEFAULT.withSolver(Solver.OPTIMAL).withNodeBudget(0)
            : ReorderConfig.DEFAULT.withSolver(Solver.of(solver));
    switch (workload) {
      case "micro" -> batches = DrawnBatches.micro(batch, skew);
      case "bank" -> batches = DrawnBatches.bank(batch, skew);
      case "restarted" -> {
        batches = DrawnBatches.restarted(batch, skew);
        config = config.withPolicy(Policy.RDEG);
      }
      default ->
          throw new IllegalArgumentException(
              "workload=" + workload + " must be one of micro, restarted, bank");
    }
    reorderer = new Reorderer(config);
  }

  /** Builds the graph of the next batch. */
  @Setup(Level.Invocation)
  public void build() {
    reorderer.build(batches[next]);
    next = (next + 1) % DrawnBatches.COUNT;
  }

  /** Chooses the victims. */
  @Benchmark
  public void solve() {
    reorderer.solve();
  }

  /** Prints the number of victims and the number of proven results. */
  @TearDown(Level.Trial)
  public void report() {
    int victims = 0;
    int proven = 0;
    for (AccessSets drawn : batches) {
      reorderer.reorder(drawn);
      victims += reorderer.victims();
      proven += reorderer.proven() ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%n# %s %s batch=%d skew=%s: %.3f victims a batch, %d of %d proven%n",
        solver,
        workload,
        batch,
        skew,
        victims / (double) DrawnBatches.COUNT,
        proven,
        DrawnBatches.COUNT);
  }
}
