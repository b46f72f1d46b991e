package dev.yardmaster.engine.service;

import dev.yardmaster.engine.transaction.ThreadPace;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The pace of a service worker: a wait for a lock ends at the transaction's deadline, or when the
 * service ends. The worker's thread calls the methods.
 */
final class DeadlinePace extends ThreadPace {

  private final LongSupplier clockNs;
  private final BooleanSupplier ending;
  private boolean hasDeadline;
  private long deadlineNs;

  /**
   * Creates a pace without a deadline.
   *
   * @param ending returns whether waits must end immediately; is called by the worker's thread
   */
  DeadlinePace(LongSupplier clockNs, BooleanSupplier ending) {
    super(clockNs);
    this.clockNs = clockNs;
    this.ending = ending;
  }

  /** Sets the deadline for the following transactions. */
  void until(long newDeadlineNs) {
    hasDeadline = true;
    deadlineNs = newDeadlineNs;
  }

  /** Removes the deadline. */
  void endless() {
    hasDeadline = false;
  }

  @Override
  public boolean givesUp() {
    return ending.getAsBoolean() || (hasDeadline && clockNs.getAsLong() - deadlineNs >= 0);
  }
}
