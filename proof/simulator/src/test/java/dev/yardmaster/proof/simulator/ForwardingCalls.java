package dev.yardmaster.proof.simulator;

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

/** Calls that are forwarded to another instance. */
class ForwardingCalls implements EncodedCalls {

  private final EncodedCalls to;

  ForwardingCalls(EncodedCalls to) {
    this.to = to;
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options) {
    return to.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options, LogicScope scope) {
    return to.submit(procedure, argument, options, scope);
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return to.submit(oneShot, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return to.status(id);
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
    return to.open(options, listener);
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return to.snapshot(options);
  }
}
