package dev.yardmaster.validator;

import java.util.concurrent.atomic.AtomicLongArray;

/** What one agent of the validator counts. The agent's thread counts; any thread may read. */
final class ValidatorCounters {

  private final AtomicLongArray values = new AtomicLongArray(ValidatorCounter.values().length);

  /** A total since the start, or the last value of a level; any thread. */
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
