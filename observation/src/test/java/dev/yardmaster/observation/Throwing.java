package dev.yardmaster.observation;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import java.util.concurrent.CompletionStage;

/** A service whose methods throw an error. */
final class Throwing implements TransactionService {
  private final Error error;

  Throwing(Error error) {
    this.error = error;
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    throw error;
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    throw error;
  }

  @Override
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    throw error;
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(
      String procedure, Object argument, TransactionOptions options) {
    throw error;
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    throw error;
  }

  @Override
  public void close() {}
}
