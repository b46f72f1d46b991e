package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.coordinator.Coordinator;
import dev.yardmaster.jdbc.coordinator.RowLease;
import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/**
 * Runs transactions one after another. Each transaction runs until it commits or fails. One lane
 * owns the object.
 */
final class TransactionRunner {
  /**
   * The longest wait for a lease, after which an attempt begins without one; also the longest time
   * for which a lease is held.
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
    for (int attempt = 1; ; attempt++) {
      boolean committing = false;
      RowLease lease = null;
      try {
        lease = coordinator == null ? null : call.lease(coordinator, MAX_LEASE_WAIT_NS);
        Connection connection = leased.connection(call.isSingleStatement());
        committing = call.isSingleStatement();
        call.run(connection);
        committing = true;
        if (!call.isSingleStatement()) {
          leased.commit();
        }
        counters.committed.increment();
        return;
      } catch (Throwable failure) {
        lease = end(lease);
        if (!mayRunAgain(call, attempt, committing, failure)) {
          return;
        }
        pause(attempt);
        if (Thread.currentThread().isInterrupted()) {
          giveUp(call, attempt, failure);
          return;
        }
      } finally {
        end(lease);
      }
    }
  }

  /** Ends the lease of an attempt before a pause, so that no other process waits for the pause. */
  private RowLease end(RowLease lease) {
    if (lease != null) {
      coordinator.end(lease);
    }
    return null;
  }

  private void giveUp(PendingTransaction<?> call, int attempts, Throwable last) {
    counters.exhausted.increment();
    call.fail(new RetriesExhaustedException(attempts, last));
  }

  private boolean mayRunAgain(
      PendingTransaction<?> call, int attempt, boolean committing, Throwable failure) {
    FailureKind kind = kind(failure, committing);
    if (kind == FailureKind.RETRY) {
      counters.aborted.increment();
      if (coordinator != null) {
        call.aborted(coordinator);
      }
    }
    if (kind == FailureKind.RETRY || kind == FailureKind.OTHER) {
      leased.rollBack();
    } else {
      leased.discard();
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
        counters.ambiguous.increment();
        call.fail(new AmbiguousCommitException(failure));
      }
      case OTHER -> {
        counters.failed.increment();
        call.fail(failure);
      }
    }
    return false;
  }

  private FailureKind kind(Throwable failure, boolean committing) {
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
