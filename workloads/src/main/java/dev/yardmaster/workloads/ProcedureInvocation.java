package dev.yardmaster.workloads;

import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import java.util.concurrent.CompletionStage;

/** A procedure with its argument: one transaction that can be submitted any number of times. */
public record ProcedureInvocation<A, R>(Procedure<A, R> procedure, A argument) {

  /**
   * Submits the transaction to a service; see {@link TransactionService#submit(Procedure, Object,
   * TransactionOptions)}.
   */
  public CompletionStage<Outcome<R>> submit(
      TransactionService service, TransactionOptions options) {
    return service.submit(procedure, argument, options);
  }
}
