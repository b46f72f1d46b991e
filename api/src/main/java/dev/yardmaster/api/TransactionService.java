package dev.yardmaster.api;

import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Runs transactions, serializably: there is an order of all that committed in which running them
 * one by one gives the same results, and a transaction that began after another's outcome was known
 * comes after it in that order.
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
   * Takes no more transactions, lets those in flight end within the service's bound, and gives the
   * rest {@link ErrorCode#CLOSED}. When it returns no thread of the service is left, save one that
   * a procedure never gave back. Closing twice is the same as once. On a thread of the service
   * itself it only begins to close, and returns.
   */
  @Override
  void close();
}
