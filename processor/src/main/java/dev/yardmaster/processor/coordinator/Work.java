package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.processor.conflicts.ProcedureNames;
import dev.yardmaster.service.ServedTransaction;
import dev.yardmaster.service.ServiceOutcomes;

/**
 * The logic of one transaction and the way to answer its caller. A {@link Processor} asks for the
 * next step. The processor's thread calls all methods but the constructor.
 */
abstract sealed class Work extends ServedTransaction permits ProcedureCall, InteractiveWork {

  /** What a transaction needs next. */
  enum Step {
    /** Send the reads of the slot's read set that were not sent yet. */
    READ,
    /** Ask the validator for a decision on the slot's run. */
    VALIDATE,
    /** Wait for the caller's next step. */
    WAIT,
    /** Nothing: the caller abandoned the transaction. */
    END
  }

  /** The transaction's number in conflict reports; set only for a transaction with an id. */
  private long transactionId;

  Work(TransactionOptions options, KeptOutcome kept, long beganNs) {
    super(options, kept, beganNs);
  }

  /** Takes the transaction out of the wait for admission; returns false if it has ended there. */
  abstract boolean claim();

  /** Whether the service ends the wait for admission at the deadline. */
  abstract boolean expiresInQueue();

  /** The procedure's name, or {@link dev.yardmaster.api.logic.ProcedureName#LAMBDA}. */
  abstract String logicName();

  /** The procedure's number in {@link ProcedureNames}. */
  abstract int procedureNumber();

  /** Whether all keys are declared when the transaction asks for its first reads. */
  abstract boolean declaresKeys();

  /** Whether the validator may repair the transaction if its reads have gone stale. */
  abstract boolean canRunAgain(RunBuffer run, long nowNs);

  /** Starts a run in a cleared slot: the first after admission, or another after a conflict. */
  abstract Step begin(TransactionSlot slot);

  /** All reads that were sent have arrived. */
  abstract Step readsArrived(TransactionSlot slot);

  /** Answers a commit, also if the logic has failed, with the outcome of the run. */
  final void committed(TransactionSlot slot, ConflictReport lastConflict) {
    RunBuffer run = slot.run;
    ended(
        run.isRepeat()
            ? kept()
                .found(
                    run.firstOutcome(),
                    run.firstVersion(),
                    slot.transactionId,
                    slot.restarts,
                    lastConflict)
            : run.outcome(
                logicName(),
                slot.transactionId,
                slot.validation.commitVersion(),
                slot.restarts,
                lastConflict));
  }

  /**
   * Starts a run of a transaction with an id, in a cleared buffer: the outcome is its first key.
   */
  final void beginKept(TransactionSlot slot) {
    transactionId = slot.transactionId;
    slot.run.declareOutcome(kept().key());
  }

  /** Keeps the outcome of a run that has found none. */
  final void keep(RunBuffer run) {
    run.keep(kept(), transactionId);
  }

  /**
   * Rejects the transaction if the id whose outcome it has read cannot be used; returns whether it
   * was rejected.
   */
  final boolean refuseId() {
    YardmasterException refusal = kept().refusal();
    if (refusal != null) {
      ended(new Outcome.Rejected<>(refusal));
    }
    return refusal != null;
  }

  /** Ends the transaction without a commit. */
  abstract void ended(Outcome<Object> outcome);

  final void timedOut(int restarts, ConflictReport lastConflict) {
    ended(ServiceOutcomes.timedOut(options(), restarts, lastConflict));
  }
}
