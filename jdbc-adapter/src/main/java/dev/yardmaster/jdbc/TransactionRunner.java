package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.LeaseRequest;
import dev.yardmaster.jdbc.failure.FailureKind;
import dev.yardmaster.jdbc.retry.RetryRule;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs transactions one after another. Each transaction runs until it commits or fails. Only one
 * lane, which is a thread of the scheduler, uses the object.
 */
@NullUnmarked // Internal: fields and results may be null.
final class TransactionRunner {
  /**
   * The maximum wait for a lease, after which an attempt begins without a lease. A granted lease is
   * held for at most the same time.
   */
  private static final long MAX_LEASE_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

  private final LeasedConnection leased;
  private final RetryRule rule;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final SchedulerCounters counters;

  /** The coordinator of several processes; null if there is none. */
  private final Coordinator coordinator;

  TransactionRunner(
      LeasedConnection leased,
      RetryRule rule,
      NanoClock clock,
      RandomGenerator random,
      SchedulerCounters counters,
      Coordinator coordinator) {
    this.leased = leased;
    this.rule = rule;
    this.clock = clock;
    this.random = random;
    this.counters = counters;
    this.coordinator = coordinator;
  }

  /**
   * Runs a transaction and stores its outcome in {@code call}. The method never throws an
   * exception.
   */
  void run(PendingTransaction<?> call) {
    run(call, 1);
  }

  /**
   * Handles the failure of a transaction's first run: runs the transaction again, or stores the
   * failure.
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
      LeaseRequest lease = null;
      try {
        lease = lease(call);
        Connection connection = leased.begin(call);
        committing = call.isSingleStatement();
        call.run(connection);
        committing = true;
        if (!call.isSingleStatement()) {
          leased.commit(List.of(call));
        }
        call.succeed(counters.committed);
        return;
      } catch (Throwable failure) {
        lease = end(lease);
        if (!prepareNextRun(call, attempt, committing, failure)) {
          return;
        }
      } finally {
        end(lease);
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

  /** Returns a lease of the transaction's hot rows; null without a coordinator. */
  LeaseRequest lease(PendingTransaction<?> call) throws SQLException {
    return coordinator == null ? null : call.lease(coordinator, MAX_LEASE_WAIT_NS);
  }

  /**
   * Ends the lease of an attempt before a pause, so that no other process waits during the pause.
   */
  LeaseRequest end(LeaseRequest lease) {
    if (lease != null) {
      coordinator.end(lease);
    }
    return null;
  }

  private void giveUp(PendingTransaction<?> call, int attempts, Throwable last) {
    call.fail(counters.exhausted, new RetriesExhaustedException(attempts, last));
  }

  private boolean mayRunAgain(
      PendingTransaction<?> call, int attempt, boolean committing, Throwable failure) {
    FailureKind kind = undo(failure, committing);
    if (kind == FailureKind.RETRY && coordinator != null) {
      call.aborted(coordinator);
    }
    switch (kind) {
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
    } else if (failure instanceof Error) {
      leased.end();
    } else {
      leased.discard();
    }
    return kind;
  }

  FailureKind kind(Throwable failure, boolean committing) {
    FailureKind kind = rule.classifier().classify(failure, committing);
    // A commit that failed without an exception of the database may have taken effect.
    return committing && kind == FailureKind.OTHER && !(failure instanceof SQLException)
        ? FailureKind.AMBIGUOUS
        : kind;
  }

  private void pause(int attempts) {
    long pauseNs = rule.randomPauseNs(attempts, random);
    if (pauseNs > 0) {
      LockSupport.parkNanos(pauseNs);
    }
  }
}
