package dev.yardmaster.server.backend;

import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.EncodedCalls;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.scope.LogicScope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Passes calls to the server's pipeline while the server leads. While the server does not lead, the
 * object refuses all calls except snapshots that any server may serve.
 *
 * @param gate counts the calls, except the steps of interactive transactions and of snapshots
 * @param leading returns the calls of the open pipeline; null if the server does not lead
 * @param refusal returns the error of a call that is refused
 * @param following opens a snapshot on this server while it does not lead
 */
record LeaderCalls(
    HandOverGate gate,
    Supplier<EncodedCalls> leading,
    Supplier<YardmasterException> refusal,
    Function<SnapshotOptions, CompletionStage<OpenSnapshot>> following)
    implements EncodedCalls {

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options) {
    return call(leader -> leader.submit(procedure, argument, options));
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options, LogicScope scope) {
    return call(leader -> leader.submit(procedure, argument, options, scope));
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return call(leader -> leader.submit(oneShot, options));
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return call(leader -> leader.status(id));
  }

  private <R> CompletionStage<Outcome<R>> call(
      Function<EncodedCalls, CompletionStage<Outcome<R>>> call) {
    CompletionStage<Outcome<R>> outcome =
        gate.call(
            () -> {
              EncodedCalls leader = leading.get();
              return leader == null ? null : call.apply(leader);
            });
    return outcome == null
        ? CompletableFuture.completedFuture(new Outcome.Rejected<>(refusal.get()))
        : outcome;
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    EncodedCalls leader = admitting();
    if (leader != null) {
      return leader.snapshot(options);
    }
    return options.anyServer()
        ? following.apply(options)
        : CompletableFuture.failedFuture(refusal.get());
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener replies) {
    EncodedCalls leader = admitting();
    if (leader == null) {
      throw refusal.get();
    }
    return leader.open(options, replies);
  }

  private EncodedCalls admitting() {
    return gate.isOpen() ? leading.get() : null;
  }
}
