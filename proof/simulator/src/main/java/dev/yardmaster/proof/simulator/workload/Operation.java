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
 * @param number its number; unique in a run, 1 or more
 * @param mustCommit whether every outcome but a commit is wrong
 */
public record Operation<A, R>(
    long number,
    Procedure<A, R> procedure,
    A argument,
    TransactionOptions options,
    boolean mustCommit) {

  /** Returns whether it queries the status of its id, and runs nothing. */
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

  /** Returns this operation with another bound of attempts, if that is lower. */
  public Operation<A, R> withMaxAttempts(int attempts) {
    return new Operation<>(
        number,
        procedure,
        argument,
        options.withMaxAttempts(Math.min(attempts, options.maxAttempts())),
        mustCommit);
  }

  /** Runs it as a procedure, on the service's threads. */
  @SuppressWarnings("unchecked") // A query's result is a status.
  public CompletionStage<Outcome<R>> submit(TransactionService service) {
    if (isQuery()) {
      return (CompletionStage<Outcome<R>>) (CompletionStage<?>) service.status(options.id());
    }
    return service.submit(procedure, argument, options);
  }

  /** Runs its logic as a lambda, on the calling thread; not for queries. */
  public Outcome<R> execute(TransactionService service) {
    return service.execute(transaction -> procedure.execute(argument, transaction), options);
  }
}
