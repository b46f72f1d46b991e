package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CompletionStage;

/** A call of a registered procedure: it runs on the processor's thread when its reads have come. */
final class ProcedureCall extends Work {

  private final RegisteredProcedure registered;
  private final Object argument;
  private final PipelineConfig config;
  private final OutcomeStage outcome = new OutcomeStage();

  private Object result;

  ProcedureCall(
      RegisteredProcedure registered,
      Object argument,
      TransactionOptions options,
      long beganNs,
      PipelineConfig config) {
    super(options, beganNs);
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
  Step begin(TransactionSlot slot) {
    DeclarationRound keys = new DeclarationRound(slot);
    try {
      registered.procedure().declare(argument, keys);
    } catch (Throwable thrown) {
      return fail(slot, thrown);
    } finally {
      keys.end();
    }
    slot.rounds = 1;
    return slot.reads.size() > 0 ? Step.READ : run(slot);
  }

  @Override
  Step readsArrived(TransactionSlot slot) {
    ProcedureTransaction soFar = newTransaction(slot);
    DeclarationRound keys = new DeclarationRound(slot);
    try {
      registered.procedure().declareNext(argument, new ReadsSoFar(soFar), keys);
    } catch (Throwable thrown) {
      return fail(slot, thrown);
    } finally {
      soFar.end();
      keys.end();
    }
    if (slot.reads.size() == slot.readsSent) {
      return run(slot);
    }
    if (++slot.rounds > config.maxRounds()) {
      return fail(
          slot,
          new YardmasterException(
              ErrorCode.TOO_MANY_ROUNDS,
              "a procedure declares keys in at most " + config.maxRounds() + " rounds",
              "procedure",
              registered.name()));
    }
    return Step.READ;
  }

  private Step run(TransactionSlot slot) {
    ProcedureTransaction transaction = newTransaction(slot);
    Throwable thrown = null;
    try {
      result = registered.procedure().execute(argument, transaction);
    } catch (Throwable caught) {
      thrown = caught;
    } finally {
      transaction.end();
    }
    Throwable failure = transaction.failure(thrown);
    return failure == null ? Step.VALIDATE : fail(slot, failure);
  }

  private ProcedureTransaction newTransaction(TransactionSlot slot) {
    return new ProcedureTransaction(slot, registered.name(), config.maxValueBytes());
  }

  private static Step fail(TransactionSlot slot, Throwable thrown) {
    slot.failure = thrown;
    slot.writes.discardValues();
    return Step.VALIDATE;
  }

  @Override
  void committed(TransactionSlot slot, ConflictReport lastConflict) {
    if (slot.failure != null) {
      ended(Failures.outcome(slot.failure, registered.name(), slot.restarts, lastConflict));
      return;
    }
    ended(
        new Outcome.Committed<>(
            result,
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
