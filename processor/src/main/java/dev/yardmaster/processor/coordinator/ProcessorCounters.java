package dev.yardmaster.processor.coordinator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counters of one {@link Processor}. */
public final class ProcessorCounters {

  @Shared(
      writers = "that processor",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLongArray values = new AtomicLongArray(ProcessorCounter.values().length);

  @Shared(
      writers = "that processor",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLongArray aborts = new AtomicLongArray(AbortCause.values().length);

  public long get(ProcessorCounter counter) {
    return values.getOpaque(counter.ordinal());
  }

  public long aborts(AbortCause cause) {
    return aborts.getOpaque(cause.ordinal());
  }

  void count(ProcessorCounter counter) {
    add(values, counter.ordinal());
  }

  void count(AbortCause cause) {
    add(aborts, cause.ordinal());
  }

  void level(ProcessorCounter counter, long value) {
    values.setOpaque(counter.ordinal(), value);
  }

  private static void add(AtomicLongArray totals, int which) {
    totals.setOpaque(which, totals.getPlain(which) + 1);
  }
}
