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
 * The logic of one transaction and the way back to its caller. A {@link Processor} asks it for its
 * next step; all methods but the constructor are called by the processor's thread.
 */
abstract sealed class Work extends ServedTransaction permits ProcedureCall, InteractiveWork {

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

  /** Who runs, as conflict reports name it; of a transaction with an id. */
  private long transactionId;

  Work(TransactionOptions options, KeptOutcome kept, long beganNs) {
    super(options, kept, beganNs);
  }

  /** Takes it out of the wait for admission; false if it has ended there. */
  abstract boolean claim();

  /** Whether the service ends its wait for admission when its time is over. */
  abstract boolean expiresInQueue();

  /** Its procedure's name, or {@link dev.yardmaster.api.logic.ProcedureName#LAMBDA}. */
  abstract String logicName();

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

  /** It committed, also if its logic has failed; its outcome is what its run came to. */
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
   * Begins a run of a transaction with an id, in a cleared buffer: the outcome is its first key.
   */
  final void beginKept(TransactionSlot slot) {
    transactionId = slot.transactionId;
    slot.run.declareOutcome(kept().key());
  }

  /** Ends a run that has found no outcome. */
  final void keep(RunBuffer run) {
    run.keep(kept(), transactionId);
  }

  /** Ends it if the id whose outcome it has read cannot be used; false if it goes on. */
  final boolean refuseId() {
    YardmasterException refusal = kept().refusal();
    if (refusal != null) {
      ended(new Outcome.Rejected<>(refusal));
    }
    return refusal != null;
  }

  /** It ended without having taken place. */
  abstract void ended(Outcome<Object> outcome);

  final void timedOut(int restarts, ConflictReport lastConflict) {
    ended(ServiceOutcomes.timedOut(options(), restarts, lastConflict));
  }
}
