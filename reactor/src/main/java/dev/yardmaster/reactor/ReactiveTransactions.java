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
 * A transaction service for reactive programs. Each subscription submits a new transaction, and
 * nothing is submitted without a subscription. The service repeats a transaction after a conflict,
 * as always; operators that subscribe again, such as {@code retry}, submit another transaction,
 * which the service recognizes as the same if its options have an id.
 *
 * <p>A transaction that does not commit is a {@link YardmasterException}, whose code gives the
 * reason. A null result is an empty {@code Mono}. If a subscriber cancels, its transaction
 * continues, and the outcome is dropped.
 *
 * <p>{@code reactor.adapter.JdkFlowAdapter} turns all publishers into {@code
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

  /** Submits a registered procedure. The result arrives on a thread that must not block. */
  public <A extends @Nullable Object, R> Mono<R> call(
      Procedure<A, ? extends @Nullable R> procedure, A argument, TransactionOptions options) {
    return result(() -> service.submit(procedure, argument, options));
  }

  /** Submits a one-shot transaction with the default options. */
  public Mono<OneShot.Result> call(OneShot oneShot) {
    return call(oneShot, TransactionOptions.defaults());
  }

  /** Submits a one-shot transaction. The result arrives on a thread that must not block. */
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
   * Submits a registered procedure, and returns its outcome instead of an error if it does not
   * commit.
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
    // A cancelled subscriber must not interrupt the logic, so this is no subscribeOn.
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
   * Returns the entries of a range from a snapshot. The snapshot is open until the last entry was
   * requested, or the subscriber cancels. Entries are fetched in pages, as the subscriber requests
   * them; a subscriber that is slower than the snapshot's timeout gets {@link
   * ErrorCode#SNAPSHOT_TOO_OLD}.
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

  /** A scan that has begun. Its snapshot is closed between two entries, never beside a read. */
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
   * Returns a specification for {@link Mono#retryWhen} that subscribes again while the service is
   * overloaded or unavailable, which both mean that the transaction was not started. The pause
   * begins at 10 ms, doubles up to 1 s, and varies by half.
   *
   * @param maxAttempts the maximum number of further subscriptions, 1 or more
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
