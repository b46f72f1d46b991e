package dev.yardmaster.server.connection;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.scope.LogicScope;
import java.util.concurrent.CompletionStage;

/** Passes all calls to a service. */
class ForwardingCalls implements EncodedCalls {
  private final EncodedCalls service;

  ForwardingCalls(EncodedCalls service) {
    this.service = service;
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options) {
    return service.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options, LogicScope scope) {
    return service.submit(procedure, argument, options, scope);
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return service.submit(oneShot, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return service.status(id);
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
    return service.open(options, listener);
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return service.snapshot(options);
  }
}
