package dev.yardmaster.simulator;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.simulator.workload.Ledger;
import dev.yardmaster.simulator.workload.Operation;
import java.util.function.Supplier;

/** A client that submits procedures, one a step, and keeps a bounded number outstanding. */
final class SubmitterTask extends Task {

  private final TransactionService service;
  private final Ledger ledger;
  private final Supplier<Operation<?, ?>> operations;
  private final int window;
  private int left;
  private int outstanding;

  /**
   * A client.
   *
   * @param count how many operations it submits
   * @param window how many of them may be outstanding
   */
  SubmitterTask(
      String name,
      TransactionService service,
      Ledger ledger,
      Supplier<Operation<?, ?>> operations,
      int count,
      int window) {
    super(name);
    this.service = service;
    this.ledger = ledger;
    this.operations = operations;
    this.left = count;
    this.window = window;
  }

  @Override
  boolean step() {
    if (left == 0 || outstanding == window) {
      return false;
    }
    left--;
    outstanding++;
    submit(operations.get());
    return true;
  }

  private <R> void submit(Operation<?, R> operation) {
    ledger.began(operation);
    var unused =
        operation
            .submit(service)
            .whenComplete(
                (outcome, broken) -> {
                  outstanding--;
                  ledger.ended(operation, outcome);
                });
  }
}
