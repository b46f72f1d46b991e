package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.benchmarks.workload.micro.LimitLoop;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.reorder.ReorderConfig;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times a transaction of the {@link LimitLoop}, a single-threaded loop without queues and clients.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LimitLoopBenchmark {

  private static final int BATCH_SIZE = 40;
  private static final int OBJECTS = 100_000;

  /** The skew of the keys: theta of Zipf's law. */
  @Param({"0", "0.9"})
  public double skew;

  private LimitLoop loop;

  /** Draws the transactions and loads the store. */
  @Setup
  public void setUp() {
    loop =
        new LimitLoop(
            new Micro(OBJECTS, skew, 42),
            BATCH_SIZE,
            PipelineConfig.defaults().committedVersions(),
            ReorderConfig.DEFAULT);
  }

  /** Runs a batch. The reported time is the time for one transaction. */
  @Benchmark
  @OperationsPerInvocation(BATCH_SIZE)
  public int transaction() {
    return loop.runBatch();
  }
}
