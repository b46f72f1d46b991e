package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * Runs transactions one after another. Each transaction runs until it commits or fails. One lane
 * owns the object.
 */
final class TransactionRunner {
  private final LeasedConnection leased;
  private final RetryRule rule;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final SchedulerCounters counters;

  TransactionRunner(
      LeasedConnection leased,
      RetryRule rule,
      NanoClock clock,
      RandomGenerator random,
      SchedulerCounters counters) {
    this.leased = leased;
    this.rule = rule;
    this.clock = clock;
    this.random = random;
    this.counters = counters;
  }

  /**
   * Runs a transaction and stores its outcome in {@code call}. The method never throws an
   * exception.
   */
  void run(PendingTransaction<?> call) {
    run(call, 1);
  }

  /**
   * Continues after the first run of a transaction, which failed: runs the transaction again, or
   * stores the failure.
   *
   * @param committing whether the run had begun to commit
   */
  void runAgain(PendingTransaction<?> call, boolean committing, Throwable failure) {
    if (prepareNextRun(call, 1, committing, failure)) {
      run(call, 2);
    }
  }

  private void run(PendingTransaction<?> call, int firstAttempt) {
    for (int attempt = firstAttempt; ; attempt++) {
      boolean committing = false;
      try {
        Connection connection = leased.begin(call);
        committing = call.isSingleStatement();
        call.run(connection);
        committing = true;
        if (!call.isSingleStatement()) {
          leased.commit(call);
        }
        call.succeed(counters.committed);
        return;
      } catch (Throwable failure) {
        if (!prepareNextRun(call, attempt, committing, failure)) {
          return;
        }
      }
    }
  }

  private boolean prepareNextRun(
      PendingTransaction<?> call, int attempt, boolean committing, Throwable failure) {
    if (!mayRunAgain(call, attempt, committing, failure)) {
      return false;
    }
    pause(attempt);
    if (Thread.currentThread().isInterrupted()) {
      giveUp(call, attempt, failure);
      return false;
    }
    return true;
  }

  private void giveUp(PendingTransaction<?> call, int attempts, Throwable last) {
    call.fail(counters.exhausted, new RetriesExhaustedException(attempts, last));
  }

  private boolean mayRunAgain(
      PendingTransaction<?> call, int attempt, boolean committing, Throwable failure) {
    switch (undo(failure, committing)) {
      case RETRY, CONNECTION_LOST -> {
        if (attempt < rule.maxAttempts()
            && clock.nanoTime() - call.deadlineNs < 0
            && !Thread.currentThread().isInterrupted()) {
          return true;
        }
        giveUp(call, attempt, failure);
      }
      case AMBIGUOUS -> {
        call.fail(counters.ambiguous, new AmbiguousCommitException(failure));
      }
      case OTHER -> {
        call.fail(counters.failed, failure);
      }
    }
    return false;
  }

  /** Ends a database transaction that failed, and returns the kind of the failure. */
  FailureKind undo(Throwable failure, boolean committing) {
    FailureKind kind = kind(failure, committing);
    if (kind == FailureKind.RETRY) {
      counters.aborted.increment();
    }
    if (kind == FailureKind.RETRY || kind == FailureKind.OTHER) {
      leased.rollBack();
    } else {
      leased.discard();
    }
    return kind;
  }

  FailureKind kind(Throwable failure, boolean committing) {
    FailureKind kind = rule.classifier().classify(failure, committing);
    // A commit may have taken effect if it failed without an exception of the database.
    return committing && kind == FailureKind.OTHER && !(failure instanceof SQLException)
        ? FailureKind.AMBIGUOUS
        : kind;
  }

  private void pause(int attempts) {
    long mostNs = rule.mostPauseNs(attempts);
    if (mostNs > 0) {
      LockSupport.parkNanos(random.nextLong(mostNs + 1));
    }
  }
}
