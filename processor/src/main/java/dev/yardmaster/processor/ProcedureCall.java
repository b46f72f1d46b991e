package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.ResultBytes;
import java.util.concurrent.CompletionStage;

/** A call of a registered procedure: it runs on the processor's thread when its reads have come. */
final class ProcedureCall extends Work {

  /** With more keys a run takes longer than the final validation has time for. */
  static final int MOST_REPAIRED_KEYS = 256;

  private final PipelineProcedure registered;
  private final Object argument;
  private final PipelineConfig config;
  private final boolean encodesResult;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();

  /**
   * A call that is not yet submitted.
   *
   * @param kept what is kept under its id; null if it has none
   * @param encodesResult whether its result is to be the bytes that its codec writes
   */
  ProcedureCall(
      PipelineProcedure registered,
      Object argument,
      TransactionOptions options,
      long beganNs,
      PipelineConfig config,
      KeptOutcome kept,
      boolean encodesResult) {
    super(options, beganNs, kept);
    this.encodesResult = encodesResult;
    this.registered = registered;
    this.argument = argument;
    this.config = config;
  }

  CompletionStage<Outcome<Object>> outcome() {
    return outcome;
  }

  @Override
  boolean claim() {
    return !outcome.isDone();
  }

  @Override
  boolean expiresInQueue() {
    return true;
  }

  PipelineProcedure registered() {
    return registered;
  }

  @Override
  int procedureNumber() {
    return registered.number();
  }

  @Override
  boolean declaresKeys() {
    return true;
  }

  @Override
  boolean canRunAgain(RunBuffer run, long nowNs) {
    return (run.failure == null || run.failure instanceof UserAbort)
        && run.scans.size() == 0
        && run.reads.size() + run.writes.size() <= MOST_REPAIRED_KEYS
        && !registered.repairs().isSuspended(nowNs);
  }

  @Override
  Step begin(TransactionSlot slot) {
    RunBuffer run = slot.run;
    if (kept != null) {
      beginKept(slot);
    }
    DeclarationRound keys = new DeclarationRound(run);
    try {
      registered.procedure().declare(argument, keys);
    } catch (Throwable thrown) {
      run.fail(thrown);
      if (kept == null) {
        return Step.VALIDATE;
      }
    } finally {
      keys.end();
    }
    run.endFirstRound();
    return run.hasUnsentReads() ? Step.READ : finish(run);
  }

  @Override
  Step readsArrived(TransactionSlot slot) {
    RunBuffer run = slot.run;
    if (kept != null && refuseId()) {
      return Step.END;
    }
    if (!registered.hasRounds()) {
      return finish(run);
    }
    ProcedureTransaction soFar = newTransaction(run);
    boolean more;
    try {
      more = declareNext(run, soFar, config.maxRounds());
    } finally {
      soFar.end();
    }
    return more ? Step.READ : finish(run);
  }

  private Step finish(RunBuffer run) {
    ProcedureTransaction transaction = newTransaction(run);
    try {
      execute(run, transaction);
    } finally {
      transaction.end();
    }
    return Step.VALIDATE;
  }

  private ProcedureTransaction newTransaction(RunBuffer run) {
    return new ProcedureTransaction(run, registered.name(), config.maxValueBytes());
  }

  /** Lets it declare the keys that follow from those read; true if there are any to be read. */
  boolean declareNext(RunBuffer run, ProcedureTransaction soFar, int maxRounds) {
    if (run.failure != null || run.isRepeat() || !registered.hasRounds()) {
      return false;
    }
    DeclarationRound keys = new DeclarationRound(run);
    try {
      registered.procedure().declareNext(argument, new ReadsSoFar(soFar), keys);
    } catch (Throwable thrown) {
      run.fail(thrown);
      return false;
    } finally {
      keys.end();
    }
    if (run.hasUnsentReads() && ++run.rounds > maxRounds) {
      run.fail(
          new YardmasterException(
              ErrorCode.TOO_MANY_ROUNDS,
              "a procedure declares keys in at most " + maxRounds + " rounds",
              "procedure",
              registered.name()));
      return false;
    }
    return run.hasUnsentReads();
  }

  /** Runs it on the keys that it has declared, unless that has failed or it has its outcome. */
  void execute(RunBuffer run, ProcedureTransaction transaction) {
    if (run.isRepeat()) {
      run.repeat();
      return;
    }
    if (run.failure == null) {
      runLogic(run, transaction);
    }
    // What cannot be told is not kept either: nothing of it took place.
    boolean canBeTold = run.failure != null || !encodesResult || encode(run);
    if (kept != null && canBeTold) {
      keep(run);
    }
  }

  private void runLogic(RunBuffer run, ProcedureTransaction transaction) {
    Throwable thrown = null;
    try {
      run.result = registered.procedure().execute(argument, transaction);
    } catch (Throwable caught) {
      thrown = caught;
    }
    Throwable failure = transaction.failure(thrown);
    if (failure != null) {
      run.fail(failure);
    } else {
      run.checkSize();
    }
  }

  /** Makes the result bytes; if it cannot be, the run has failed. */
  private boolean encode(RunBuffer run) {
    try {
      run.result =
          ResultBytes.of(
              registered.codec(),
              run.result,
              config.maxValueBytes(),
              "procedure",
              registered.name());
      return true;
    } catch (YardmasterException notKept) {
      run.fail(notKept);
      return false;
    }
  }

  @Override
  void committed(TransactionSlot slot, ConflictReport lastConflict) {
    RunBuffer run = slot.run;
    if (run.isRepeat()) {
      repeated(slot, lastConflict);
      return;
    }
    if (run.failure != null) {
      ended(Failures.outcome(run.failure, registered.name(), slot.restarts, lastConflict));
      return;
    }
    ended(
        new Outcome.Committed<>(
            run.result,
            slot.transactionId,
            slot.validation.commitVersion(),
            slot.restarts,
            lastConflict));
  }

  @Override
  void ended(Outcome<Object> finalOutcome) {
    outcome.end(finalOutcome);
  }
}
