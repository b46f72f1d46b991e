package dev.yardmaster.api;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Runs serializable transactions: a serial execution of all committed transactions, in some order,
 * gives the same results. If transaction B is submitted after the outcome of transaction A is
 * known, B comes after A in this order.
 *
 * <p>A transaction with a {@link TransactionId} commits at most once, even if it is submitted
 * several times. The service keeps the first outcome for its retention time. During this time,
 * every further submission with the id gets the kept outcome, with the value, transaction id and
 * commit version of the first submission. The service keeps each outcome that the logic determines:
 * a commit with its result, {@link AbortCause#USER}, an exception of the logic, and errors of the
 * logic that are {@link ErrorCode.Category#INVALID}. If the outcome is an error, the service keeps
 * the error's code and text. The service does not keep outcomes that the service determines, such
 * as {@link AbortCause#TIMEOUT}, an abort after the maximum number of attempts, {@link
 * ErrorCode#OVERLOADED} or {@link ErrorCode#CLOSED}. After an outcome that is not kept, the same id
 * may be submitted again, unless {@link #status} has aborted the id.
 *
 * <p>Any thread may call all methods.
 */
public interface TransactionService extends AutoCloseable {

  /**
   * Runs a lambda as a transaction on the calling thread. After each conflict the lambda runs
   * again, until the transaction commits or a limit is reached.
   *
   * @return the logic's result, from the run that committed
   * @throws YardmasterException if the transaction did not commit; the code gives the reason
   */
  default <R extends @Nullable Object> R execute(TransactionLogic<R> logic) {
    return execute(logic, TransactionOptions.defaults()).valueOrThrow();
  }

  /** Runs a lambda as a transaction on the calling thread, with the limits of the given options. */
  <R extends @Nullable Object> Outcome<R> execute(
      TransactionLogic<R> logic, TransactionOptions options);

  /**
   * Registers a procedure. A second registration of the same object has no effect.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is null, empty, longer
   *     than 128 characters, or the name of another procedure, or if the name begins with {@code
   *     yardmaster.}. A remote service also throws {@link ErrorCode#BAD_ARGUMENT} if the argument's
   *     type has no codec, and {@link ErrorCode#RESULT_NOT_KEPT} if the result's type has no codec
   */
  void register(Procedure<?, ?> procedure);

  /**
   * Submits a registered procedure and returns immediately. The returned stage always completes,
   * and it never completes exceptionally. The stage may complete on a thread of the service, or on
   * the thread of a caller that waits for another outcome. Dependent stages run on this thread too,
   * and must not block it.
   */
  <A extends @Nullable Object, R extends @Nullable Object> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options);

  /** Submits a registered procedure with the default options. */
  default <A extends @Nullable Object, R extends @Nullable Object>
      CompletionStage<Outcome<R>> submit(Procedure<A, R> procedure, A argument) {
    return submit(procedure, argument, TransactionOptions.defaults());
  }

  /**
   * Submits a one-shot transaction and returns immediately. The returned stage completes in the
   * same way as for a procedure. If a condition does not hold, the outcome is {@link
   * AbortCause#USER}.
   */
  default CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return submit(OneShot.PROCEDURE, Objects.requireNonNull(oneShot, "oneShot"), options);
  }

  /** Submits a one-shot transaction with the default options. */
  default CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot) {
    return submit(oneShot, TransactionOptions.defaults());
  }

  /**
   * Submits the procedure with this name. If there is no such procedure, the outcome is {@link
   * ErrorCode#UNKNOWN_PROCEDURE}. The stage completes in the same way as for a procedure object.
   */
  CompletionStage<Outcome<@Nullable Object>> submit(
      String procedure, @Nullable Object argument, TransactionOptions options);

  /** Submits the procedure with this name with the default options. */
  default CompletionStage<Outcome<@Nullable Object>> submit(
      String procedure, @Nullable Object argument) {
    return submit(procedure, argument, TransactionOptions.defaults());
  }

  /**
   * Submits a registered procedure and waits for its result.
   *
   * @throws YardmasterException the outcome's error if the transaction did not commit; the code
   *     gives the reason
   */
  default <A extends @Nullable Object, R extends @Nullable Object> R call(
      Procedure<A, R> procedure, A argument) {
    return call(procedure, argument, TransactionOptions.defaults()).valueOrThrow();
  }

  /**
   * Submits a registered procedure and waits for its outcome. If the caller is a thread of the
   * service, the transaction is not started, and the outcome is {@link ErrorCode#WRONG_THREAD}. If
   * the calling thread is already interrupted, the transaction is not started, and the outcome is
   * {@link ErrorCode#INTERRUPTED}. If the thread is interrupted while it waits, the method
   * immediately returns {@link Outcome.Unknown}, and the transaction continues. If the transaction
   * has an id, {@link #status} later returns its outcome. The thread's interrupt flag stays set.
   */
  default <A extends @Nullable Object, R extends @Nullable Object> Outcome<R> call(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(procedure, argument, options));
  }

  /**
   * Submits a one-shot transaction and waits for its result, in the same way as for a procedure.
   */
  default OneShot.Result call(OneShot oneShot) {
    return call(oneShot, TransactionOptions.defaults()).valueOrThrow();
  }

  /**
   * Submits a one-shot transaction and waits for its outcome, in the same way as for a procedure.
   */
  default Outcome<OneShot.Result> call(OneShot oneShot, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(oneShot, options));
  }

  /**
   * Opens a snapshot. The snapshot contains every commit that was acknowledged before this call.
   * The caller must close the snapshot.
   *
   * @throws YardmasterException in the same cases as {@link #readOnly(SnapshotOptions)}
   */
  default Snapshot readOnly() {
    return readOnly(SnapshotOptions.strict());
  }

  /**
   * Opens a snapshot: a consistent view of the committed data for any number of reads. A snapshot
   * never aborts because of a conflict, and delays no transaction. The caller must close the
   * snapshot.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the service cannot read old values,
   *     {@link ErrorCode#OVERLOADED} if too many snapshots are open, {@link ErrorCode#UNAVAILABLE}
   *     if commits that the snapshot must contain were not installed before the snapshot's timeout,
   *     {@link ErrorCode#WRONG_THREAD} on a thread of the service, {@link ErrorCode#INTERRUPTED},
   *     and {@link ErrorCode#CLOSED}
   */
  default Snapshot readOnly(SnapshotOptions options) {
    throw new YardmasterException(ErrorCode.BAD_CONFIG, "this service has no snapshots");
  }

  /**
   * Returns whether the calling thread must not wait for the service. Such a thread is a thread of
   * the service, or a caller's thread that currently executes work for the service. A service
   * without threads returns false.
   */
  default boolean isOwnThread() {
    return false;
  }

  /**
   * Returns the error with which the service refuses every transaction at the moment; empty if the
   * service accepts transactions. The error is {@link ErrorCode#CLOSED} after the service was
   * closed or has failed. A client also returns {@link ErrorCode#NOT_LEADER} and the errors that
   * prevent a connection. A service that accepts transactions may still refuse some of them because
   * of its load. This method does not wait and runs no transaction, so health checks can call it.
   */
  default Optional<YardmasterException> refusal() {
    return Optional.empty();
  }

  /**
   * Returns a warning for the operator about a problem of a service that still works; empty if
   * there is no problem.
   */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /**
   * Queries the outcome of the transaction with an id. If the transaction has no outcome yet, or
   * was never submitted, the query aborts the id permanently. Every later submission with the id
   * then gets {@link ErrorCode#ID_ABORTED}. The query itself is a transaction. If the query does
   * not commit, query again. The stage completes in the same way as for a procedure.
   *
   * <p>A result can be returned only while its procedure is registered; otherwise the outcome is
   * {@link ErrorCode#UNKNOWN_PROCEDURE}.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Queries the outcome of the transaction with an id, in the same way as {@link
   * #status(TransactionId)}. A service that sends the query to another process also sends the
   * trace; other services ignore the trace.
   *
   * @param trace the query's position in a distributed trace, or null
   */
  default CompletionStage<Outcome<TransactionStatus>> status(
      TransactionId id, @Nullable TraceContext trace) {
    return status(id);
  }

  /**
   * Stops accepting transactions, and waits for the transactions in flight, at most for the
   * service's time limit. Transactions that are still in flight at the time limit end with {@link
   * ErrorCode#CLOSED}. When this method returns, all threads of the service have ended, except a
   * thread that a procedure blocks. A second call has no effect. If a thread of the service calls
   * this method, the method returns at once, and the service closes in the background. If a
   * transaction's logic calls this method, the method waits for that transaction until the time
   * limit.
   */
  @Override
  void close();
}
