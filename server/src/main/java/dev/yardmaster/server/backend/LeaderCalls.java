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
 * @param admitting returns the pipeline that admits new transactions; null if there is none
 * @param refusal returns the error of a call that is refused
 * @param following opens a snapshot on this server while it does not lead
 */
record LeaderCalls(
    Supplier<ClusterTerms.Open> admitting,
    Supplier<YardmasterException> refusal,
    Function<SnapshotOptions, CompletionStage<OpenSnapshot>> following)
    implements EncodedCalls {

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options) {
    ClusterTerms.Open open = admitting.get();
    return open == null
        ? refused()
        : open.pipeline().encoded().submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<byte[]>> submit(
      String procedure, byte[] argument, TransactionOptions options, LogicScope scope) {
    ClusterTerms.Open open = admitting.get();
    return open == null
        ? refused()
        : open.pipeline().encoded().submit(procedure, argument, options, scope);
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    ClusterTerms.Open open = admitting.get();
    return open == null ? refused() : open.pipeline().encoded().submit(oneShot, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    ClusterTerms.Open open = admitting.get();
    return open == null ? refused() : open.pipeline().encoded().status(id);
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    ClusterTerms.Open open = admitting.get();
    if (open != null) {
      return open.pipeline().encoded().snapshot(options);
    }
    return options.anyServer()
        ? following.apply(options)
        : CompletableFuture.failedFuture(refusal.get());
  }

  @Override
  public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener replies) {
    ClusterTerms.Open open = admitting.get();
    if (open == null) {
      throw refusal.get();
    }
    return open.pipeline().encoded().open(options, replies);
  }

  private <R> CompletionStage<Outcome<R>> refused() {
    return CompletableFuture.completedFuture(new Outcome.Rejected<>(refusal.get()));
  }
}
