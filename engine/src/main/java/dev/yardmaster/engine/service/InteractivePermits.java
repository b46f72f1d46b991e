package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the number of open interactive transactions. Further transactions wait for a permit. Any
 * thread may call the methods.
 */
final class InteractivePermits {

  private static final long WAIT_NS = 20_000_000L;

  private final int most;

  @Shared(
      writers = "callers' threads",
      readers = "the same threads; the closing thread",
      access = "fair semaphore with one permit for each interactive transaction")
  private final Semaphore free;

  private final LongSupplier clockNs;
  private final Closing closing;

  InteractivePermits(int most, LongSupplier clockNs, Closing closing) {
    this.most = most;
    this.clockNs = clockNs;
    this.closing = closing;
    free = new Semaphore(most, true);
  }

  /**
   * Waits for a permit. Returns null if the caller has the permit; otherwise the outcome that
   * explains the refusal.
   */
  Outcome<Object> take(long deadlineNs) {
    try {
      while (!closing.isClosing()) {
        long leftNs = deadlineNs - clockNs.getAsLong();
        if (free.tryAcquire(Math.min(WAIT_NS, leftNs), TimeUnit.NANOSECONDS)) {
          if (!closing.isClosing()) {
            return null;
          }
          free.release();
        } else if (leftNs <= 0) {
          return new Outcome.Rejected<>(
              ServiceOutcomes.overloaded(
                  "too many interactive transactions are open", free.getQueueLength(), most));
        }
      }
      return new Outcome.Rejected<>(closing.error());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction began"));
    }
  }

  /** Gives a permit back. */
  void giveBack() {
    free.release();
  }

  /** Returns the number of open interactive transactions. */
  int taken() {
    return most - free.availablePermits();
  }

  /** Returns the approximate number of transactions that wait for a permit. */
  int waiting() {
    return free.getQueueLength();
  }

  /** Returns whether all permits are free, so that no interactive transaction is open. */
  boolean areFree() {
    return free.availablePermits() == most;
  }
}
