package dev.yardmaster.server.connection;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A service that holds the outcomes of one-shot transactions until {@link #release}. */
final class HeldCalls extends ForwardingCalls {

  private final List<CompletableFuture<Void>> held = new ArrayList<>();
  private boolean holds = true;
  private OpenTransaction.Listener lastOpened;

  HeldCalls(EncodedCalls service) {
    super(service);
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
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    CompletableFuture<Void> gate = new CompletableFuture<>();
    synchronized (this) {
      held.add(gate);
      if (!holds) {
        gate.complete(null);
      }
    }
    return super.submit(oneShot, options).thenCombine(gate, (outcome, told) -> outcome);
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
    synchronized (this) {
      lastOpened = listener;
    }
    return super.open(options, listener);
  }

  /** Returns the receiver of the outcome of the transaction that was opened last. */
  synchronized OpenTransaction.Listener lastOpened() {
    return lastOpened;
  }
}
