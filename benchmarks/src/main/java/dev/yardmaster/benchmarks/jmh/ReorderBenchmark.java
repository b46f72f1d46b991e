package dev.yardmaster.benchmarks.jmh;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Times. */
@State(Scope.Thread)
public class ReorderBenchmark {
  private long x = 1;

  /** Time. */
  @Benchmark
  public long x() {
    return x++;
  }
}
