package dev.yardmaster.benchmarks.workload.records;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A pool for one client's calls of one type. Ended calls are reused. The pool first hands out the
 * call that was returned last.
 */
public final class CallPool<C extends RecordCall> {

  private final Supplier<C> source;
  private RecordCall[] idle = new RecordCall[8];
  private int count;

  /** Creates an empty pool, which creates a call when none is unused. */
  public CallPool(Supplier<C> source) {
    this.source = source;
  }

  /** Returns a call that is not in use. */
  @SuppressWarnings("unchecked") // The pool contains only calls of this type.
  public C take() {
    return count == 0 ? source.get() : (C) idle[--count];
  }

  /** Gives a call back to the pool. */
  public void giveBack(C call) {
    if (count == idle.length) {
      idle = Arrays.copyOf(idle, 2 * count);
    }
    idle[count++] = call;
  }
}
