package dev.yardmaster.server.connection;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.processor.EncodedCalls;
import dev.yardmaster.processor.OpenTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A service that holds the outcomes of one-shot transactions until {@link #release}. */
final class HeldCalls implements EncodedCalls {

  private final EncodedCalls service;
  private final List<CompletableFuture<Void>> held = new ArrayList<>();
  private boolean holds = true;

  HeldCalls(EncodedCalls service) {
    this.service = service;
  }

  /** Completes all held outcomes, and holds no further outcomes. */
  synchronized void release() {
    holds = false;
    held.forEach(gate -> gate.complete(null));
  }

  /** Returns the number of submitted transactions. */
  synchronized int submitted() {
    return held.size();
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options) {
    return service.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    CompletableFuture<Void> gate = new CompletableFuture<>();
    synchronized (this) {
      held.add(gate);
      if (!holds) {
        gate.complete(null);
      }
    }
    return service.submit(oneShot, options).thenCombine(gate, (outcome, told) -> outcome);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return service.status(id);
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
    return service.open(options, listener);
  }
}
