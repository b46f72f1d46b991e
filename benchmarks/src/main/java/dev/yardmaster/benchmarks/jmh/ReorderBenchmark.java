package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Reorderer;
import dev.yardmaster.reorder.Solver;
import java.util.concurrent.TimeUnit;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;
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
 * <p>The batches are those of the micro-benchmark of Ding, Kot and Gehrke, PVLDB 12(2), section 5:
 * 100,000 keys, 5 reads and 5 writes a transaction, of which one key is both read and written. They
 * are drawn before the clock starts, and are many enough that branches cannot be learnt by heart.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ReorderBenchmark {
  private static final int KEYS = 100_000;
  private static final int READS = 5;
  private static final int WRITES = 5;
  private static final int BATCHES = 256;
  private static final long SEED = 12;

  /** The solver, by option name. */
  @Param({"sort", "scc", "hybrid", "random"})
  public String solver;

  /** Transactions in a batch. */
  @Param({"40", "100", "300"})
  public int batch;

  /** Zipf exponent of the keys; 0 is uniform. */
  @Param({"0", "0.7", "0.9"})
  public double skew;

  private final AccessSets[] batches = new AccessSets[BATCHES];
  private Reorderer reorderer;
  private int next;

  /** Draws the batches. */
  @Setup(Level.Trial)
  public void draw() {
    reorderer = new Reorderer(ReorderConfig.DEFAULT.withSolver(Solver.of(solver)));
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    DiscreteSampler ranks = RejectionInversionZipfSampler.of(random, KEYS, skew);
    int[] keys = new int[READS + WRITES - 1];
    for (int b = 0; b < BATCHES; b++) {
      batches[b] = new AccessSets();
      for (int t = 0; t < batch; t++) {
        drawDistinct(ranks, keys);
        batches[b].begin(0, 1);
        for (int i = 0; i < READS; i++) {
          batches[b].read(fingerprint(keys[i]));
        }
        for (int i = READS - 1; i < keys.length; i++) {
          batches[b].write(fingerprint(keys[i]));
        }
      }
    }
    // Every batch once, so that no array grows while the clock runs.
    for (AccessSets drawn : batches) {
      reorderer.reorder(drawn);
    }
  }

  /** Reorders the next batch. */
  @Benchmark
  public int reorder() {
    reorderer.reorder(batches[next]);
    next = (next + 1) % BATCHES;
    return reorderer.survivors();
  }

  private static void drawDistinct(DiscreteSampler ranks, int[] keys) {
    for (int i = 0; i < keys.length; i++) {
      int key = ranks.sample();
      boolean drawnBefore = false;
      for (int j = 0; j < i; j++) {
        drawnBefore |= keys[j] == key;
      }
      if (drawnBefore) {
        i--;
      } else {
        keys[i] = key;
      }
    }
  }

  /** Mixes as MurmurHash3 finishes, so that fingerprints look like those of a keyed hash. */
  private static long fingerprint(int key) {
    long h = key;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
