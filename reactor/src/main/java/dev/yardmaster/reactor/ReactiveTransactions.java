package dev.yardmaster.reactor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotCursor;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * A transaction service for reactive programs. Each subscription submits a new transaction; without
 * a subscription, nothing is submitted. After a conflict, the service itself repeats the
 * transaction. Operators that subscribe again, such as {@code retry}, submit another transaction.
 * If the options contain an id, the service recognizes this transaction as the same one.
 *
 * <p>If a transaction does not commit, the publisher fails with a {@link YardmasterException},
 * whose code gives the reason. If the result is null, the {@code Mono} is empty. If a subscriber
 * cancels, the transaction continues, and its outcome is dropped.
 *
 * <p>{@code reactor.adapter.JdkFlowAdapter} converts the publishers to {@code
 * java.util.concurrent.Flow} publishers. Any thread may call all methods.
 */
public final class ReactiveTransactions {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  private final TransactionService service;

  private ReactiveTransactions(TransactionService service) {
    this.service = Objects.requireNonNull(service, "service");
  }

  /** Returns the reactive form of a service. The caller closes the service. */
  public static ReactiveTransactions of(TransactionService service) {
    return new ReactiveTransactions(service);
  }

  /** Submits a registered procedure with the default options. */
  public <A extends @Nullable Object, R> Mono<R> call(
      Procedure<A, ? extends @Nullable R> procedure, A argument) {
    return call(procedure, argument, TransactionOptions.defaults());
  }

  /**
   * Submits a registered procedure. The subscriber receives the result on a thread that it must not
   * block.
   */
  public <A extends @Nullable Object, R> Mono<R> call(
      Procedure<A, ? extends @Nullable R> procedure, A argument, TransactionOptions options) {
    return result(() -> service.submit(procedure, argument, options));
  }

  /** Submits a one-shot transaction with the default options. */
  public Mono<OneShot.Result> call(OneShot oneShot) {
    return call(oneShot, TransactionOptions.defaults());
  }

  /**
   * Submits a one-shot transaction. The subscriber receives the result on a thread that it must not
   * block.
   */
  public Mono<OneShot.Result> call(OneShot oneShot, TransactionOptions options) {
    return result(() -> service.submit(oneShot, options));
  }

  private static <R> Mono<R> result(
      Supplier<? extends CompletionStage<? extends Outcome<? extends @Nullable R>>> submission) {
    return ReactiveTransactions.<Outcome<? extends @Nullable R>>outcome(submission)
        .flatMap(outcome -> Mono.justOrEmpty(outcome.valueOrThrow()));
  }

  private static <O> Mono<O> outcome(Supplier<? extends CompletionStage<? extends O>> submission) {
    // A cancelled subscriber must not cancel the service's stage.
    return Mono.fromFuture(() -> submission.get().toCompletableFuture(), true);
  }

  /**
   * Submits a registered procedure, and returns its outcome. If the procedure does not commit, the
   * publisher still emits the outcome, and does not fail.
   */
  public <A extends @Nullable Object, R extends @Nullable Object> Mono<Outcome<R>> outcome(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return outcome(() -> service.submit(procedure, argument, options));
  }

  /** Runs logic, which may block, with the default options. */
  public <R> Mono<R> execute(TransactionLogic<? extends @Nullable R> logic) {
    return execute(logic, TransactionOptions.defaults());
  }

  /** Runs logic, which may block, on Reactor's scheduler for blocking work. */
  public <R> Mono<R> execute(
      TransactionLogic<? extends @Nullable R> logic, TransactionOptions options) {
    // This method does not use subscribeOn, because a subscriber that cancels would then interrupt
    // the logic.
    return result(
        () ->
            CompletableFuture.supplyAsync(
                () -> service.execute(logic, options), Schedulers.boundedElastic()::schedule));
  }

  /**
   * Returns the entries of a range, lowest key first, from a snapshot that contains every commit
   * that was acknowledged before the subscription.
   *
   * @param from the lowest key of the range
   * @param to the first key after the range; null for the table's end
   */
  public Flux<Map.Entry<Key, byte[]>> scan(Key from, @Nullable Key to) {
    return scan(from, to, false, SnapshotOptions.strict());
  }

  /**
   * Returns the entries of a range from a snapshot. The snapshot stays open until the subscriber
   * has received the last entry or cancels. Entries are fetched in pages, as the subscriber
   * requests them. If the subscriber takes longer than the snapshot's timeout, the publisher fails
   * with {@link ErrorCode#SNAPSHOT_TOO_OLD}.
   *
   * @param from the lowest key of the range
   * @param to the first key after the range; null for the table's end
   * @param backward whether the scan starts with the highest key
   */
  public Flux<Map.Entry<Key, byte[]>> scan(
      Key from, @Nullable Key to, boolean backward, SnapshotOptions options) {
    return Flux.generate(
            () -> open(from, to, backward, options),
            ReactiveTransactions::next,
            scan -> scan.snapshot.close())
        .subscribeOn(Schedulers.boundedElastic())
        .cancelOn(Schedulers.boundedElastic());
  }

  /**
   * A scan that has begun. Its snapshot is closed only between two entries, never during a read.
   */
  private record OpenScan(Snapshot snapshot, SnapshotCursor cursor) {}

  private OpenScan open(Key from, @Nullable Key to, boolean backward, SnapshotOptions options) {
    Snapshot snapshot = service.readOnly(options);
    try {
      return new OpenScan(snapshot, snapshot.cursor(from, to, backward));
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  private static OpenScan next(OpenScan scan, SynchronousSink<Map.Entry<Key, byte[]>> sink) {
    if (scan.cursor.next()) {
      sink.next(Map.entry(scan.cursor.key(), scan.cursor.value()));
    } else {
      sink.complete();
    }
    return scan;
  }

  /**
   * Returns a specification for {@link Mono#retryWhen} that subscribes again if the service is
   * overloaded or unavailable. In both cases, the transaction was not started. The pause begins at
   * 10 ms, doubles up to 1 s, and varies randomly by up to 50 percent.
   *
   * @param maxAttempts the maximum number of additional subscriptions, 1 or more
   */
  public static Retry whileOverloaded(long maxAttempts) {
    return Retry.backoff(maxAttempts, FIRST_PAUSE)
        .maxBackoff(MAX_PAUSE)
        .filter(ReactiveTransactions::isNotStarted)
        .onRetryExhaustedThrow((spec, signal) -> signal.failure());
  }

  private static boolean isNotStarted(Throwable thrown) {
    return thrown instanceof YardmasterException error
        && (error.code() == ErrorCode.OVERLOADED || error.code() == ErrorCode.UNAVAILABLE);
  }
}
