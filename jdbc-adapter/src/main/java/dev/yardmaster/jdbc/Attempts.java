package dev.yardmaster.jdbc;

import dev.yardmaster.jdbc.failure.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.NanoClock;

/** Runs one transaction after another, each until it is committed or cannot be. One lane's. */
final class Attempts {
  private final Borrowed borrowed;
  private final RetryRule rule;
  private final NanoClock clock;
  private final RandomGenerator random;
  private final Totals totals;

  Attempts(
      Borrowed borrowed, RetryRule rule, NanoClock clock, RandomGenerator random, Totals totals) {
    this.borrowed = borrowed;
    this.rule = rule;
    this.clock = clock;
    this.random = random;
    this.totals = totals;
  }

  /** Runs a transaction; the call holds what came of it. Never throws. */
  void run(Call<?> call) {
    for (int attempt = 1; ; attempt++) {
      boolean committing = false;
      try {
        Connection connection = borrowed.connection(call.isSingleStatement());
        committing = call.isSingleStatement();
        call.run(connection);
        committing = true;
        if (!call.isSingleStatement()) {
          borrowed.commit();
        }
        totals.committed.increment();
        return;
      } catch (Throwable failure) {
        if (!mayRunAgain(call, attempt, committing, failure)) {
          return;
        }
        pause(attempt);
        if (Thread.currentThread().isInterrupted()) {
          giveUp(call, attempt, failure);
          return;
        }
      }
    }
  }

  private void giveUp(Call<?> call, int attempts, Throwable last) {
    totals.exhausted.increment();
    call.fail(new RetriesExhaustedException(attempts, last));
  }

  private boolean mayRunAgain(Call<?> call, int attempt, boolean committing, Throwable failure) {
    FailureKind kind = kind(failure, committing);
    if (kind == FailureKind.RETRY) {
      totals.aborted.increment();
    }
    if (kind == FailureKind.RETRY || kind == FailureKind.OTHER) {
      borrowed.rollBack();
    } else {
      borrowed.discard();
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
        totals.ambiguous.increment();
        call.fail(new AmbiguousCommitException(failure));
      }
      case OTHER -> {
        totals.failed.increment();
        call.fail(failure);
      }
    }
    return false;
  }

  private FailureKind kind(Throwable failure, boolean committing) {
    FailureKind kind = rule.classifier().classify(failure, committing);
    // A commit that failed by something that no database said may have taken place.
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
