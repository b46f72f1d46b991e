package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counters of one agent of the validator. */
final class ValidatorCounters {

  @Shared(
      writers = "that agent",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLongArray values = new AtomicLongArray(ValidatorCounter.values().length);

  /**
   * Returns the value of a counter: a total since the start, or the last value of a level. Any
   * thread may call this method.
   */
  long get(ValidatorCounter counter) {
    return values.getOpaque(counter.ordinal());
  }

  void count(ValidatorCounter counter, long amount) {
    values.setOpaque(counter.ordinal(), values.getPlain(counter.ordinal()) + amount);
  }

  void level(ValidatorCounter counter, long value) {
    values.setOpaque(counter.ordinal(), value);
  }
}
