package dev.yardmaster.api;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Runs serializable transactions: all committed transactions have an order in which running them
 * one by one gives the same results. A transaction that began after another's outcome was known
 * comes after that transaction in the order.
 *
 * <p>A transaction that is submitted with a {@link TransactionId} commits at most once, however
 * often it is submitted. Its first outcome is kept for a while, and every further submission with
 * the id gets that outcome, with the same value, transaction id and commit version. Outcomes of the
 * logic are kept: a commit with its result, {@link AbortCause#USER}, an exception of the logic, and
 * errors of the logic that are {@link ErrorCode.Category#INVALID}; of failures the code and the
 * text. Outcomes with which the service gave up are not kept, such as {@link AbortCause#TIMEOUT}, a
 * reached limit of attempts, {@link ErrorCode#OVERLOADED} or {@link ErrorCode#CLOSED}: the same id
 * may be submitted again, unless {@link #status} has aborted it.
 *
 * <p>Any thread may call all methods.
 */
public interface TransactionService extends AutoCloseable {

  /**
   * Runs a lambda as a transaction on the calling thread, again after each conflict, until the
   * transaction commits or a limit is reached.
   *
   * @return the logic's result, from the run that committed
   * @throws YardmasterException if the transaction did not commit; the code says why
   */
  default <R> R execute(TransactionLogic<R> logic) {
    return execute(logic, TransactionOptions.defaults()).valueOrThrow();
  }

  /** Runs a lambda as a transaction on the calling thread within the given limits. */
  <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options);

  /**
   * Registers a procedure. Registering the same object again has no effect.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is null, empty, longer
   *     than 128 characters, begins with {@code yardmaster.} or is taken by another procedure
   */
  void register(Procedure<?, ?> procedure);

  /**
   * Submits a registered procedure and returns at once. The stage always completes, and never
   * exceptionally. It may complete on a thread of the service, which dependent stages must not
   * block.
   */
  <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options);

  /** Submits a registered procedure with the default limits. */
  default <A, R> CompletionStage<Outcome<R>> submit(Procedure<A, R> procedure, A argument) {
    return submit(procedure, argument, TransactionOptions.defaults());
  }

  /**
   * Submits a one-shot transaction and returns at once, with a stage as for a procedure. A
   * condition that does not hold is an outcome: {@link AbortCause#USER}.
   */
  default CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return submit(OneShot.PROCEDURE, Objects.requireNonNull(oneShot, "oneShot"), options);
  }

  /** Submits a one-shot transaction with the default limits. */
  default CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot) {
    return submit(oneShot, TransactionOptions.defaults());
  }

  /** Submits the procedure with this name; {@link ErrorCode#UNKNOWN_PROCEDURE} is an outcome. */
  CompletionStage<Outcome<Object>> submit(String procedure, Object argument);

  /**
   * Submits a registered procedure and waits for its result.
   *
   * @throws YardmasterException the outcome's error if the transaction did not commit; the code
   *     says why
   */
  default <A, R> R call(Procedure<A, R> procedure, A argument) {
    return call(procedure, argument, TransactionOptions.defaults()).valueOrThrow();
  }

  /**
   * Submits a registered procedure and waits for its outcome. On a thread of the service the
   * transaction is not started: {@link ErrorCode#WRONG_THREAD}. On a thread that is already
   * interrupted it is not started either: {@link ErrorCode#INTERRUPTED}. A thread that is
   * interrupted while it waits gets {@link Outcome.Unknown} at once, and the transaction continues;
   * {@link #status} returns its outcome, if it has an id. The thread stays interrupted.
   */
  default <A, R> Outcome<R> call(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(procedure, argument, options));
  }

  /** Submits a one-shot transaction and waits for its result, as for a procedure. */
  default OneShot.Result call(OneShot oneShot) {
    return call(oneShot, TransactionOptions.defaults()).valueOrThrow();
  }

  /** Submits a one-shot transaction and waits for its outcome, as for a procedure. */
  default Outcome<OneShot.Result> call(OneShot oneShot, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(oneShot, options));
  }

  /**
   * Returns whether the calling thread is one of the service's, which must not wait for the
   * service. A service without threads has none.
   */
  default boolean isOwnThread() {
    return false;
  }

  /**
   * Queries how the transaction with an id ended. If the transaction has no outcome yet, or was
   * never seen, the query aborts the id for good: from then on the id is {@link
   * ErrorCode#ID_ABORTED}. The query itself is a transaction; if it does not commit, query again.
   * The stage is as for a procedure.
   *
   * <p>A result can be returned only while its procedure is registered; otherwise the outcome is
   * {@link ErrorCode#UNKNOWN_PROCEDURE}.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Accepts no more transactions, lets those in flight end within the service's time limit, and
   * ends the rest with {@link ErrorCode#CLOSED}. When this returns, all threads of the service have
   * ended, except a thread that a procedure blocks. A second call has no effect. On a thread of the
   * service this only starts the closing, and returns.
   */
  @Override
  void close();
}
