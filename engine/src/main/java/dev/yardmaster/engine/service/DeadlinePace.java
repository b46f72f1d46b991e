package dev.yardmaster.engine.service;

import dev.yardmaster.engine.transaction.ThreadPace;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The pace of a service worker: it does not wait for a lock beyond its transaction's deadline, nor
 * when the service ends. Used by the worker's thread.
 */
final class DeadlinePace extends ThreadPace {

  private final LongSupplier clockNs;
  private final BooleanSupplier ending;
  private boolean hasDeadline;
  private long deadlineNs;

  /**
   * A pace without a deadline.
   *
   * @param ending whether nothing is to be waited for any more; asked by the worker's thread
   */
  DeadlinePace(LongSupplier clockNs, BooleanSupplier ending) {
    super(clockNs);
    this.clockNs = clockNs;
    this.ending = ending;
  }

  /** The transactions from now on have a deadline. */
  void until(long newDeadlineNs) {
    hasDeadline = true;
    deadlineNs = newDeadlineNs;
  }

  /** They have none. */
  void endless() {
    hasDeadline = false;
  }

  @Override
  public boolean givesUp() {
    return ending.getAsBoolean() || (hasDeadline && clockNs.getAsLong() - deadlineNs >= 0);
  }
}
