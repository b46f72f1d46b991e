package dev.yardmaster.benchmarks.jmh;

import dev.yardmaster.engine.table.Records;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;

/**
 * Measures the time of an access to a shared word (a long in memory). {@code
 * SimulatedCosts.inMemory} contains the results. One thread accesses a word that no other thread
 * uses, or two threads access the same word or two words of one cache line.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheLineBenchmark {

  private static final int LINE_LONGS = 8;
  private static final int ROW_LONGS = 128;

  /** Words that only one thread uses. */
  @State(Scope.Thread)
  public static class Own {
    private final long[] words = new long[4 * LINE_LONGS];
    private final long[] row = new long[ROW_LONGS];
    private final long[] copy = new long[ROW_LONGS];
  }

  /** Words that two threads use. */
  @State(Scope.Group)
  public static class Both {
    private final long[] words = new long[16 * LINE_LONGS];

    /** The distance between the words of the two threads, in longs. */
    @Param({"0", "1", "8", "16"})
    public int distance;
  }

  /** A word, and a row that follows the word in memory. Two threads change both in turn. */
  @State(Scope.Group)
  public static class Turn {
    private final long[] words = new long[2 * ROW_LONGS];

    /** The length of the row, in longs. If the length is 0, the threads change only the word. */
    @Param({"0", "8", "128"})
    public int rowLongs;
  }

  /** Reads a word that no thread changes. */
  @Benchmark
  public long readOwn(Own own) {
    return Records.sharedWord(own.words, LINE_LONGS);
  }

  /** Changes a word that no other thread uses, by compare-and-set. */
  @Benchmark
  public boolean changeOwn(Own own) {
    long word = Records.word(own.words, LINE_LONGS);
    return Records.changeWord(own.words, LINE_LONGS, word, word + 1);
  }

  /** Sets and clears a bit of a word that no other thread uses. */
  @Benchmark
  public void setAndClearOwn(Own own) {
    Records.addToWord(own.words, LINE_LONGS, 1);
    Records.addToWord(own.words, LINE_LONGS, -1);
  }

  /** Copies a row of 16 cache lines, which no thread changes. */
  @Benchmark
  public long copyOwn(Own own) {
    System.arraycopy(own.row, 0, own.copy, 0, ROW_LONGS);
    return own.copy[0];
  }

  /** Executes one spin hint. */
  @Benchmark
  public void spin() {
    Thread.onSpinWait();
  }

  /**
   * Sets and clears a bit in a word, while the second thread sets and clears a bit in its own word
   * at the given distance.
   */
  @Benchmark
  @Group("setAndClear")
  @GroupThreads(1)
  public void first(Both both) {
    Records.addToWord(both.words, 4 * LINE_LONGS, 1);
    Records.addToWord(both.words, 4 * LINE_LONGS, -1);
  }

  /** The other thread of {@link #first}. */
  @Benchmark
  @Group("setAndClear")
  @GroupThreads(1)
  public void second(Both both) {
    Records.addToWord(both.words, 4 * LINE_LONGS + both.distance, 2);
    Records.addToWord(both.words, 4 * LINE_LONGS + both.distance, -2);
  }

  /**
   * Waits until the word is even, reads and writes the row, and makes the word odd. So in each
   * turn, a thread reads and changes cache lines that the other thread has changed last.
   */
  @Benchmark
  @Group("inTurn")
  @GroupThreads(1)
  public void even(Turn turn, Own own, Control control) {
    take(turn, own, 0, control);
  }

  /** The other thread of {@link #even}. */
  @Benchmark
  @Group("inTurn")
  @GroupThreads(1)
  public void odd(Turn turn, Own own, Control control) {
    take(turn, own, 1, control);
  }

  private static void take(Turn turn, Own own, int parity, Control control) {
    long word = Records.sharedWord(turn.words, LINE_LONGS);
    while ((word & 1) != parity && !control.stopMeasurement) {
      word = Records.sharedWord(turn.words, LINE_LONGS);
    }
    System.arraycopy(turn.words, 2 * LINE_LONGS, own.copy, 0, turn.rowLongs);
    System.arraycopy(own.row, 0, turn.words, 2 * LINE_LONGS, turn.rowLongs);
    Records.changeWord(turn.words, LINE_LONGS, word, word + 1);
  }
}
