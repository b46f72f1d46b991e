package dev.yardmaster.processor;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.util.concurrent.CompletableFuture;

/** A call of a registered procedure: it runs on the processor's thread when its reads have come. */
final class ProcedureCall extends Work {

  private final Procedure<Object, Object> procedure;
  private final Object argument;
  private final PipelineConfig config;
  private final CompletableFuture<Outcome<Object>> outcome = new CompletableFuture<>();

  private Object result;

  @SuppressWarnings("unchecked") // The service's methods pair a procedure with its argument's type.
  ProcedureCall(
      Procedure<?, ?> procedure,
      Object argument,
      TransactionOptions options,
      long deadlineNs,
      PipelineConfig config) {
    super(options, deadlineNs);
    this.procedure = (Procedure<Object, Object>) procedure;
    this.argument = argument;
    this.config = config;
  }

  CompletableFuture<Outcome<Object>> outcome() {
    return outcome;
  }

  @Override
  boolean claim() {
    return !outcome.isDone();
  }

  @Override
  Step begin(TransactionSlot slot) {
    try {
      procedure.declare(argument, slot);
    } catch (Throwable thrown) {
      return fail(slot, thrown);
    }
    slot.rounds = 1;
    return slot.reads.size() > 0 ? Step.READ : run(slot);
  }

  @Override
  Step readsArrived(TransactionSlot slot) {
    ProcedureTransaction soFar =
        new ProcedureTransaction(slot, procedure.name(), config.maxValueBytes());
    try {
      procedure.declareNext(argument, soFar, slot);
    } catch (Throwable thrown) {
      return fail(slot, thrown);
    } finally {
      soFar.end();
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
              procedure.name()));
    }
    return Step.READ;
  }

  private Step run(TransactionSlot slot) {
    ProcedureTransaction transaction =
        new ProcedureTransaction(slot, procedure.name(), config.maxValueBytes());
    try {
      result = procedure.execute(argument, transaction);
    } catch (Throwable thrown) {
      return fail(slot, thrown);
    } finally {
      transaction.end();
    }
    return Step.VALIDATE;
  }

  private static Step fail(TransactionSlot slot, Throwable thrown) {
    slot.failure = thrown;
    slot.writes.discardValues();
    return Step.VALIDATE;
  }

  @Override
  void committed(TransactionSlot slot, ConflictReport lastConflict) {
    if (slot.failure != null) {
      ended(Failures.outcome(slot.failure, procedure.name(), slot.restarts, lastConflict));
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
    outcome.complete(finalOutcome);
  }
}
