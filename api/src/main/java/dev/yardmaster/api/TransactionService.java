package dev.yardmaster.api;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Runs transactions, serializably: there is an order of all that committed in which running them
 * one by one gives the same results, and a transaction that began after another's outcome was known
 * comes after it in that order.
 *
 * <p>A transaction that is submitted with a {@link TransactionId} takes place once at most, however
 * often it is submitted: its first outcome is kept for a while, and every further submission with
 * the id is answered with it, with the same value, transaction id and commit version. Kept is what
 * the logic came to: a commit with its result, {@link AbortCause#USER}, what the logic threw, and
 * errors of the logic that are {@link ErrorCode.Category#INVALID}; of failures as code and text. An
 * outcome by which the service gave up, such as {@link AbortCause#TIMEOUT}, a reached bound of
 * attempts, {@link ErrorCode#OVERLOADED} or {@link ErrorCode#CLOSED}, leaves nothing: the same id
 * may be submitted again, and {@link #status} makes sure that it is not.
 *
 * <p>All methods may be called by any thread.
 */
public interface TransactionService extends AutoCloseable {

  /**
   * Runs a lambda as a transaction on the calling thread, again after each conflict, until it
   * commits or a bound is reached.
   *
   * @return what the logic returned in the run that committed
   * @throws YardmasterException if it did not commit; the code says why
   */
  default <R> R execute(TransactionLogic<R> logic) {
    return execute(logic, TransactionOptions.defaults()).valueOrThrow();
  }

  /** Runs a lambda as a transaction on the calling thread within the given bounds. */
  <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options);

  /**
   * Makes a procedure known. Registering the same object again changes nothing.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_PROCEDURE} if the name is null, empty, longer
   *     than 128 characters, begins with {@code yardmaster.} or is taken by another procedure
   */
  void register(Procedure<?, ?> procedure);

  /**
   * Submits a registered procedure and returns at once. The stage always completes, and never
   * exceptionally; it may complete on a thread of the service, which what follows it must not
   * block.
   */
  <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options);

  /** Submits a registered procedure with the default bounds. */
  default <A, R> CompletionStage<Outcome<R>> submit(Procedure<A, R> procedure, A argument) {
    return submit(procedure, argument, TransactionOptions.defaults());
  }

  /**
   * Submits a transaction that is stated as data, and returns at once; its stage is as a
   * procedure's. A condition that is not met is an outcome: {@link AbortCause#USER}.
   */
  default CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return submit(OneShot.PROCEDURE, Objects.requireNonNull(oneShot, "oneShot"), options);
  }

  /** Submits a transaction that is stated as data with the default bounds. */
  default CompletionStage<Outcome<OneShot.Result>> submit(OneShot oneShot) {
    return submit(oneShot, TransactionOptions.defaults());
  }

  /**
   * Submits the procedure registered under a name; {@link ErrorCode#UNKNOWN_PROCEDURE} is an
   * outcome.
   */
  CompletionStage<Outcome<Object>> submit(String procedure, Object argument);

  /**
   * Submits a registered procedure and waits for its result.
   *
   * @throws YardmasterException if it did not commit; the code says why, as the outcome's error
   *     does
   */
  default <A, R> R call(Procedure<A, R> procedure, A argument) {
    return call(procedure, argument, TransactionOptions.defaults()).valueOrThrow();
  }

  /**
   * Submits a registered procedure and waits for its outcome. On a thread of the service it is not
   * begun: {@link ErrorCode#WRONG_THREAD}. Nor is it by a thread that is interrupted already:
   * {@link ErrorCode#INTERRUPTED}. A thread that is interrupted while it waits is told {@link
   * Outcome.Unknown} at once, and the transaction goes on without it: {@link #status} of its id, if
   * it has one, tells. The thread keeps its interrupt.
   */
  default <A, R> Outcome<R> call(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(procedure, argument, options));
  }

  /** Submits a transaction that is stated as data, and waits as for a procedure. */
  default OneShot.Result call(OneShot oneShot) {
    return call(oneShot, TransactionOptions.defaults()).valueOrThrow();
  }

  /** Submits a transaction that is stated as data, and waits as for a procedure. */
  default Outcome<OneShot.Result> call(OneShot oneShot, TransactionOptions options) {
    return SubmittedCall.await(this, () -> submit(oneShot, options));
  }

  /**
   * Whether the calling thread is one of the service's own, which must not wait for the service. A
   * service without threads has none.
   */
  default boolean isOwnThread() {
    return false;
  }

  /**
   * Says how the transaction with an id ended; one that has not ended, or was never seen, is
   * definitely aborted thereby: from then on its id is {@link ErrorCode#ID_ABORTED}. The query is a
   * transaction itself, so it may end otherwise than committed, and then is to be asked again. The
   * stage is as a procedure's.
   *
   * <p>A result can be told only while the procedure that gave it is registered: {@link
   * ErrorCode#UNKNOWN_PROCEDURE} otherwise.
   */
  CompletionStage<Outcome<TransactionStatus>> status(TransactionId id);

  /**
   * Takes no more transactions, lets those in flight end within the service's bound, and gives the
   * rest {@link ErrorCode#CLOSED}. When it returns no thread of the service is left, save one that
   * a procedure never gave back. Closing twice is the same as once. On a thread of the service
   * itself it only begins to close, and returns.
   */
  @Override
  void close();
}
