package dev.yardmaster.engine.service.session;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.ServiceOutcomes;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * Limits the number of open interactive transactions. Further transactions wait for a permit. Any
 * thread may call the methods.
 *
 * <p>A thread that finds a free permit takes it, even if other threads wait, because waking another
 * thread for each transaction would cost more than the transaction. But if threads wait, one in
 * every {@value #TURN} transactions waits behind them. So no thread waits for long.
 */
@NullUnmarked // Internal: fields and results may be null.
final class InteractivePermits {

  private static final long WAIT_NS = 20_000_000L;

  /** If threads wait, one in this number of transactions waits behind them. */
  static final int TURN = 64;

  private final int most;

  @Shared(
      writers = "callers' threads",
      readers = "the same threads; the closing thread",
      access = "fair semaphore with one permit for each interactive transaction")
  private final Semaphore free;

  @Shared(
      writers = "callers' threads",
      readers = "the same threads",
      access = "atomic; changes only while transactions wait")
  private final AtomicInteger begunAhead = new AtomicInteger();

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
        if (takeAhead() || free.tryAcquire(Math.min(WAIT_NS, leftNs), TimeUnit.NANOSECONDS)) {
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

  /**
   * Takes a permit if one is free. The method overtakes waiting threads, except in one of every
   * {@link #TURN} calls.
   */
  private boolean takeAhead() {
    return (!free.hasQueuedThreads() || begunAhead.incrementAndGet() % TURN != 0)
        && free.tryAcquire();
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
