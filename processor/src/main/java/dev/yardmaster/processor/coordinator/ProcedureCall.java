package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.DeclaredTransaction;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.service.BackEnd;
import java.util.concurrent.CompletionStage;

/**
 * A call of a registered procedure. The procedure runs on the processor's thread when its reads
 * have arrived.
 */
public final class ProcedureCall extends Work implements BackEnd.Call {

  /**
   * A run with more keys is not repaired, because its repair would delay the final validation for
   * too long.
   */
  static final int MAX_REPAIRED_KEYS = 256;

  private final PipelineProcedure registered;
  private final Object argument;
  private final boolean encodesResult;
  private final OutcomeStage<Object> outcome = new OutcomeStage<>();

  /**
   * Creates a call that is not yet submitted.
   *
   * @param kept keeps the outcome under the call's id; null if the call has no id
   * @param encodesResult whether the caller gets the result in the encoding of its codec
   */
  public ProcedureCall(
      PipelineProcedure registered,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      boolean encodesResult) {
    super(options, kept, beganNs);
    this.encodesResult = encodesResult;
    this.registered = registered;
    this.argument = argument;
  }

  @Override
  public CompletionStage<Outcome<Object>> outcome() {
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
  String logicName() {
    return registered.name();
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
    return (run.failure() == null || run.failure() instanceof UserAbort)
        && run.scans.size() == 0
        && run.reads.size() + run.writes.size() <= MAX_REPAIRED_KEYS
        && !registered.repairs().isSuspended(nowNs);
  }

  @Override
  Step begin(TransactionSlot slot) {
    RunBuffer run = slot.run;
    if (kept() != null) {
      beginKept(slot);
    }
    registered.declare(run, argument);
    if (run.failure() != null && kept() == null) {
      return Step.VALIDATE;
    }
    return run.hasUnread() ? Step.READ : finish(run);
  }

  @Override
  Step readsArrived(TransactionSlot slot) {
    RunBuffer run = slot.run;
    if (kept() != null && refuseId()) {
      return Step.END;
    }
    return !run.isRepeat() && registered.declareNext(run, argument) ? Step.READ : finish(run);
  }

  private Step finish(RunBuffer run) {
    execute(run, registered.transaction(run));
    return Step.VALIDATE;
  }

  /**
   * During a repair, lets the procedure declare the keys that depend on the values read so far.
   * Returns true if there are keys to read.
   */
  boolean declareNext(RunBuffer run, DeclaredTransaction soFar) {
    return !run.isRepeat() && registered.declareNext(run, argument, soFar);
  }

  /**
   * Runs the procedure on its declared keys, unless the declaration failed or the transaction
   * already has an outcome.
   */
  void execute(RunBuffer run, DeclaredTransaction transaction) {
    if (run.isRepeat()) {
      run.repeat();
      return;
    }
    registered.execute(run, argument, transaction);
    if (encodesResult) {
      registered.encodeResult(run);
    }
    if (kept() != null) {
      keep(run);
    }
  }

  @Override
  public void refuse(YardmasterException why) {
    ended(new Outcome.Rejected<>(why));
  }

  @Override
  void ended(Outcome<Object> finalOutcome) {
    outcome.end(finalOutcome);
  }
}
