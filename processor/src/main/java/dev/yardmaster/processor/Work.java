package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;

/**
 * The logic of one transaction and the way back to its caller. A {@link Processor} asks it for its
 * next step; all methods but the constructor are called by the processor's thread.
 */
abstract sealed class Work permits ProcedureCall, InteractiveWork {

  /** What a transaction needs next. */
  enum Step {
    /** The reads that its slot's read set has and that were not yet sent. */
    READ,
    /** The validator's decision on what the slot holds. */
    VALIDATE,
    /** Its caller's next step. */
    WAIT,
    /** Nothing: its caller gave up. */
    END
  }

  private final TransactionOptions options;
  private final long beganNs;
  private final long timeoutNs;

  /** What is kept under the transaction's id; null if it has none. */
  final KeptOutcome kept;

  /** Who runs, as conflict reports name it; of a transaction with an id. */
  private long transactionId;

  Work(TransactionOptions options, long beganNs, KeptOutcome kept) {
    this.options = options;
    this.kept = kept;
    this.beganNs = beganNs;
    this.timeoutNs = options.timeout().toNanos();
  }

  final TransactionOptions options() {
    return options;
  }

  final boolean isExpired(long nowNs) {
    return nowNs - beganNs >= timeoutNs;
  }

  /** When its caller no longer waits for it. */
  final long deadlineNs() {
    return beganNs + timeoutNs;
  }

  /** When its caller began to wait for it. */
  final long beganNs() {
    return beganNs;
  }

  /** Takes it out of the wait for admission; false if it has ended there. */
  abstract boolean claim();

  /** Whether the service ends its wait for admission when its time is over. */
  abstract boolean expiresInQueue();

  /** The number of its procedure among the {@link ProcedureNames}. */
  abstract int procedureNumber();

  /** Whether it has declared its keys when it asks for its first reads. */
  abstract boolean declaresKeys();

  /** Whether the validator may run it again by itself if its reads have gone stale. */
  abstract boolean canRunAgain(RunBuffer run, long nowNs);

  /** Begins a run in a cleared slot: the first after admission, another after each conflict. */
  abstract Step begin(TransactionSlot slot);

  /** All reads that were sent have come. */
  abstract Step readsArrived(TransactionSlot slot);

  /** It committed; what the logic decided or threw is in {@link RunBuffer#failure}. */
  abstract void committed(TransactionSlot slot, ConflictReport lastConflict);

  /**
   * Begins a run of a transaction with an id, in a cleared buffer: the outcome is its first key.
   */
  final void beginKept(TransactionSlot slot) {
    transactionId = slot.transactionId;
    slot.run.declareOutcome(kept.key());
  }

  /**
   * Ends a run that has found no outcome: writes what its logic came to, or makes it fail because
   * that cannot be kept.
   */
  final void keep(RunBuffer run) {
    if (run.failure != null) {
      run.keep(kept.recordOfFailure(run.failure, transactionId));
      return;
    }
    byte[] record;
    try {
      record = kept.recordOf(run.result, transactionId);
    } catch (YardmasterException notKept) {
      run.fail(notKept);
      return;
    }
    run.keep(record);
  }

  /** It has found its first outcome, which was kept under its id. */
  final void repeated(TransactionSlot slot, ConflictReport lastConflict) {
    ended(
        kept.found(
            slot.run.firstOutcome(),
            slot.run.firstVersion(),
            slot.transactionId,
            slot.restarts,
            lastConflict));
  }

  /** Ends it if the id whose outcome it has read cannot be used; false if it goes on. */
  final boolean refuseId() {
    YardmasterException refusal = kept.refusal();
    if (refusal != null) {
      ended(new Outcome.Rejected<>(refusal));
    }
    return refusal != null;
  }

  /** It ended without having taken place. */
  abstract void ended(Outcome<Object> outcome);

  final void timedOut(int restarts, ConflictReport lastConflict) {
    ended(
        new Outcome.Aborted<>(
            AbortCause.TIMEOUT,
            "the transaction's timeout of " + options.timeout().toMillis() + " ms passed",
            restarts,
            lastConflict));
  }
}
