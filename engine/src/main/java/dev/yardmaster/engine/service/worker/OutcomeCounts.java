package dev.yardmaster.engine.service.worker;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.ToLongFunction;

/** Counts runs and outcomes of transactions. One thread at a time writes, and any thread reads. */
public final class OutcomeCounts {

  private static final int COMMITTED = 0;
  private static final int REPEATED = 1;
  private static final int RESTARTS = 2;
  private static final int LOGIC_FAILED = 3;
  private static final int OVERLOADED = 4;
  private static final int ABORTS = 5;

  @Shared(
      writers =
          "the worker that owns the counts; for interactive transactions, the thread that"
              + " ends the session, under the monitor of the counts",
      readers = "any thread, for metrics",
      access = "opaque, one writer at a time")
  private final AtomicLongArray totals = new AtomicLongArray(ABORTS + AbortCause.values().length);

  /** Returns the sum of one of the counts. */
  public static long sum(List<OutcomeCounts> counts, ToLongFunction<OutcomeCounts> which) {
    return counts.stream().mapToLong(which).sum();
  }

  private void add(int which, long more) {
    totals.setOpaque(which, totals.getPlain(which) + more);
  }

  /** Counts runs that were discarded because of a conflict and then started again. */
  public void restarted(int runs) {
    add(RESTARTS, runs);
    aborted(AbortCause.VALIDATION, runs);
  }

  /** Counts runs that did not commit. */
  public void aborted(AbortCause cause, int runs) {
    add(ABORTS + cause.ordinal(), runs);
  }

  /** Counts a transaction that was not run, because an outcome was already kept for its id. */
  public void repeated() {
    add(REPEATED, 1);
  }

  /** Counts the outcome of a transaction's last run. */
  public void ended(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Committed) {
      add(COMMITTED, 1);
    } else if (outcome instanceof Outcome.Aborted<?> aborted) {
      aborted(aborted.cause(), 1);
    } else if (outcome instanceof Outcome.Rejected<?> rejected) {
      rejected(rejected.error().code());
    }
  }

  private void rejected(ErrorCode code) {
    if (code == ErrorCode.OVERLOADED) {
      add(OVERLOADED, 1);
    } else if (code == ErrorCode.MEMORY_FULL
        || code.category() == ErrorCode.Category.FAILED
        || (code.category() == ErrorCode.Category.INVALID
            && code != ErrorCode.BAD_ID
            && code != ErrorCode.EXPIRED_ID)) {
      add(LOGIC_FAILED, 1);
    }
  }

  public long committed() {
    return totals.getOpaque(COMMITTED);
  }

  public long repeatedOutcomes() {
    return totals.getOpaque(REPEATED);
  }

  public long restarts() {
    return totals.getOpaque(RESTARTS);
  }

  public long logicFailed() {
    return totals.getOpaque(LOGIC_FAILED);
  }

  public long overloaded() {
    return totals.getOpaque(OVERLOADED);
  }

  public long aborts(AbortCause cause) {
    return totals.getOpaque(ABORTS + cause.ordinal());
  }
}
