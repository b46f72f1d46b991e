package dev.yardmaster.jdbc.retry;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Runs whole transactions, and runs them again if the database aborted them. The call of {@link
 * #execute} must surround the whole transaction: an aborted database transaction cannot continue,
 * so a retry inside the transaction would fail, too.
 *
 * <pre>{@code
 * TransactionRetry retry = TransactionRetry.of(RetryRule.defaults());
 * long left = retry.execute(() -> transfer(bank, 1, 2, 50));
 * }</pre>
 *
 * <p>Only {@link FailureKind#RETRY} causes a retry. The caller gets the exception of the last
 * attempt, unchanged. A lost connection causes no retry, because the transaction may have been
 * committed.
 *
 * <p>Any thread may call all methods.
 */
public final class TransactionRetry {
  private final RetryRule rule;
  private final NanoClock clock;
  private final Supplier<RandomGenerator> random;
  private final LongConsumer pauseNs;

  @Shared(writers = "callers", readers = "threads that call figures()", access = "LongAdder")
  private final LongAdder committed = new LongAdder();

  @Shared(writers = "callers", readers = "threads that call figures()", access = "LongAdder")
  private final LongAdder aborted = new LongAdder();

  @Shared(writers = "callers", readers = "threads that call figures()", access = "LongAdder")
  private final LongAdder exhausted = new LongAdder();

  @Shared(writers = "callers", readers = "threads that call figures()", access = "LongAdder")
  private final LongAdder ambiguous = new LongAdder();

  @Shared(writers = "callers", readers = "threads that call figures()", access = "LongAdder")
  private final LongAdder failed = new LongAdder();

  TransactionRetry(
      RetryRule rule, NanoClock clock, Supplier<RandomGenerator> random, LongConsumer pauseNs) {
    this.rule = Objects.requireNonNull(rule, "rule");
    this.clock = clock;
    this.random = random;
    this.pauseNs = pauseNs;
  }

  /** Returns a loop with the given rule. */
  public static TransactionRetry of(RetryRule rule) {
    return new TransactionRetry(
        rule, SystemNanoClock.INSTANCE, ThreadLocalRandom::current, LockSupport::parkNanos);
  }

  /**
   * Runs a transaction until it succeeds, or until its failure allows no retry: the failure is not
   * an abort on conflict, the number of attempts or the deadline is reached, or the thread is
   * interrupted. The deadline does not interrupt a run that is under way.
   *
   * @return the result of the attempt that succeeded
   * @throws E the exception of the last attempt
   */
  public <R extends @Nullable Object, E extends Throwable> R execute(
      RetriedTransaction<R, E> transaction) throws E {
    long deadlineNs = clock.nanoTime() + rule.deadlineNs();
    for (int attempt = 1; ; attempt++) {
      try {
        R result = transaction.run();
        committed.increment();
        return result;
      } catch (Throwable failure) {
        if (!mayRunAgain(attempt, deadlineNs, failure)) {
          throw failure;
        }
      }
    }
  }

  /** Counts the failure, and waits before the next attempt if there may be one. */
  private boolean mayRunAgain(int attempt, long deadlineNs, Throwable failure) {
    // The loop does not know whether the commit had been requested, so it assumes that it had.
    switch (rule.classifier().classify(failure, true)) {
      case RETRY -> {
        aborted.increment();
        if (attempt < rule.maxAttempts() && pausedBefore(deadlineNs, attempt)) {
          return true;
        }
        exhausted.increment();
      }
      case AMBIGUOUS -> ambiguous.increment();
      case CONNECTION_LOST, OTHER -> failed.increment();
    }
    return false;
  }

  /** Waits, unless the pause would end after the deadline. Returns false after an interrupt. */
  private boolean pausedBefore(long deadlineNs, int attempt) {
    long ns = rule.randomPauseNs(attempt, random.get());
    if (clock.nanoTime() + ns - deadlineNs >= 0 || Thread.currentThread().isInterrupted()) {
      return false;
    }
    if (ns > 0) {
      pauseNs.accept(ns);
    }
    return !Thread.currentThread().isInterrupted();
  }

  /** Returns the figures. */
  public RetryFigures figures() {
    return new RetryFigures(
        committed.sum(), aborted.sum(), exhausted.sum(), ambiguous.sum(), failed.sum());
  }
}
