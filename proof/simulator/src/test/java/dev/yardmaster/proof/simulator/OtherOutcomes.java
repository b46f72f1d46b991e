package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A client that replaces the unknown outcomes of calls without an id by other outcomes. */
abstract class OtherOutcomes implements TransactionService {

  private final TransactionService client;

  OtherOutcomes(TransactionService client) {
    this.client = client;
  }

  /** Submits a call once more. */
  @FunctionalInterface
  interface Again<R> {
    /** Returns the stage of the repeated call. */
    CompletionStage<Outcome<R>> submit();
  }

  /** Returns the stage with the replaced outcome. */
  abstract <R> CompletionStage<Outcome<R>> lost(Outcome<R> unknown, Again<R> again);

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return client
        .submit(procedure, argument, options)
        .thenCompose(
            outcome ->
                outcome instanceof Outcome.Unknown && options.id() == null
                    ? lost(outcome, () -> client.submit(procedure, argument, options))
                    : CompletableFuture.completedFuture(outcome));
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    return client.execute(logic, options);
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    client.register(procedure);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    return client.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return client.status(id);
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public Snapshot readOnly(SnapshotOptions options) {
    return client.readOnly(options);
  }
}
