package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * A procedure with its argument and bounds: one transaction to run.
 *
 * @param number the operation's number; unique in a run, at least 1
 * @param mustCommit whether a commit is the only correct outcome
 */
public record Operation<A, R>(
    long number,
    Procedure<A, R> procedure,
    A argument,
    TransactionOptions options,
    boolean mustCommit) {

  /** Returns whether the operation only queries the status of the transaction with its id. */
  public boolean isQuery() {
    return procedure == AskStatus.PROCEDURE;
  }

  /** Returns this operation with an id. */
  public Operation<A, R> withId(TransactionId id) {
    return new Operation<>(number, procedure, argument, options.withId(id), mustCommit);
  }

  /** Returns this operation with another timeout. */
  public Operation<A, R> withTimeout(Duration timeout) {
    return new Operation<>(number, procedure, argument, options.withTimeout(timeout), mustCommit);
  }

  /**
   * Returns this operation with the given maximum number of attempts, unless its maximum is already
   * lower.
   */
  public Operation<A, R> withMaxAttempts(int attempts) {
    return new Operation<>(
        number,
        procedure,
        argument,
        options.withMaxAttempts(Math.min(attempts, options.maxAttempts())),
        mustCommit);
  }

  /** Submits the operation as a procedure, which runs on the service's threads. */
  @SuppressWarnings("unchecked") // If the operation is a query, its result is a status.
  public CompletionStage<Outcome<R>> submit(TransactionService service) {
    if (isQuery()) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) service.status(options.id());
    }
    return service.submit(procedure, argument, options);
  }

  /**
   * Runs the operation's logic as a lambda on the calling thread. Do not call this method for
   * queries.
   */
  public Outcome<R> execute(TransactionService service) {
    return service.execute(transaction -> procedure.execute(argument, transaction), options);
  }
}
