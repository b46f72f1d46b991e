package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.service.ServedTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;

/**
 * The logic of one transaction, and the connection to the transaction's caller. Each method that
 * advances the transaction returns the next step for the {@link Processor}. The processor's thread
 * calls all methods except the constructor. After the agents have stopped, the thread that closes
 * the service also calls {@link #claim} and {@link #ended}.
 */
abstract sealed class Work extends ServedTransaction permits ProcedureCall, InteractiveWork {

  /** What the processor does next with a transaction. */
  enum Step {
    /** Send the reads of the slot's read set that were not sent yet. */
    READ,
    /** Ask the validator to decide about the slot's run. */
    VALIDATE,
    /** Wait for the caller's next operation. */
    WAIT,
    /**
     * There is nothing to do: the transaction has ended, for example because the caller abandoned
     * it.
     */
    END
  }

  /**
   * The number that identifies the transaction in conflict reports; set only for a transaction with
   * an id.
   */
  private long transactionId;

  Work(TransactionOptions options, KeptOutcome kept, long beganNs) {
    super(options, kept, beganNs);
  }

  /**
   * Claims the transaction for admission. Returns false if the transaction ended while it waited
   * for admission.
   */
  abstract boolean claim();

  /**
   * Returns whether the service ends the transaction if the deadline passes while the transaction
   * waits for admission.
   */
  abstract boolean expiresInQueue();

  /** Returns the procedure's name, or {@link dev.yardmaster.api.logic.ProcedureName#LAMBDA}. */
  abstract String logicName();

  /** Returns the procedure's number in {@link ProcedureNames}. */
  abstract int procedureNumber();

  /** Returns whether the transaction has declared all its keys when it requests its first reads. */
  abstract boolean declaresKeys();

  /** Returns whether the validator may repair the transaction if its reads are stale. */
  abstract boolean canRunAgain(RunBuffer run, long nowNs);

  /**
   * Starts a run in an empty slot: the first run after admission, or a further run after a
   * conflict.
   */
  abstract Step begin(TransactionSlot slot);

  /** Continues the run; called when the replies to all reads have arrived. */
  abstract Step readsArrived(TransactionSlot slot);

  /**
   * Answers the caller with the outcome of the run. Called after the validation of the run, which
   * may be a run whose logic has failed.
   */
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
   * Starts a run of a transaction with an id, in an empty buffer. The first key that the run reads
   * is the outcome key.
   */
  final void beginKept(TransactionSlot slot) {
    transactionId = slot.transactionId;
    slot.run.declareOutcome(kept().key());
  }

  /** Stores the outcome of a run that has found no earlier outcome. */
  final void keep(RunBuffer run) {
    run.keep(kept(), transactionId);
  }

  /**
   * Rejects the transaction if its id cannot be used. Returns whether the transaction was rejected.
   */
  final boolean refuseId() {
    YardmasterException refusal = kept().refusal();
    if (refusal != null) {
      ended(new Outcome.Rejected<>(refusal));
    }
    return refusal != null;
  }

  /** Ends the transaction with this outcome. */
  abstract void ended(Outcome<Object> outcome);

  public final void timedOut(int restarts, ConflictReport lastConflict) {
    ended(ServiceOutcomes.timedOut(options(), restarts, lastConflict));
  }
}
