package dev.yardmaster.benchmarks.workload.records;

import java.util.Arrays;
import java.util.function.Supplier;

/** Calls of one type that one client has at hand; the one given back last is taken first. */
public final class CallPool<C extends RecordCall> {

  private final Supplier<C> source;
  private RecordCall[] idle = new RecordCall[8];
  private int count;

  /** An empty pool, which makes calls as they are needed. */
  public CallPool(Supplier<C> source) {
    this.source = source;
  }

  /** A call that nobody else has. */
  @SuppressWarnings("unchecked") // Only calls of the type are given back.
  public C take() {
    return count == 0 ? source.get() : (C) idle[--count];
  }

  /** Takes a call back. */
  public void giveBack(C call) {
    if (count == idle.length) {
      idle = Arrays.copyOf(idle, 2 * count);
    }
    idle[count++] = call;
  }
}
