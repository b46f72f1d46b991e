package dev.yardmaster.jdbc.counting;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** The number of waits that have ended, and their times in ns. This class is thread-safe. */
@Shared(
    writers = "threads that have waited",
    readers = "threads that read the figures",
    access = "LongAdder, LongAccumulator")
public final class WaitTotals {
  private final LongAdder count = new LongAdder();
  private final LongAdder totalNs = new LongAdder();
  private final LongAccumulator longestNs = new LongAccumulator(Math::max, 0);

  /** Creates times without waits. */
  public WaitTotals() {}

  /** Counts a wait that has ended. */
  public void add(long waitedNs) {
    count.increment();
    totalNs.add(waitedNs);
    longestNs.accumulate(waitedNs);
  }

  /** Returns the number of waits. */
  public long count() {
    return count.sum();
  }

  /** Returns the time of all waits. */
  public long totalNs() {
    return totalNs.sum();
  }

  /** Returns the time of the longest wait. */
  public long longestNs() {
    return longestNs.get();
  }
}
