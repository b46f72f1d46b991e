package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionStatus;

/** Represents a query of the status of an operation's id; it is not a real procedure. */
final class AskStatus implements Procedure<Void, TransactionStatus> {

  static final AskStatus PROCEDURE = new AskStatus();

  private AskStatus() {}

  @Override
  public String name() {
    return "ask-status";
  }

  @Override
  public void declare(Void nothing, KeyDeclaration keys) {
    throw new UnsupportedOperationException("a status query is not registered");
  }

  @Override
  public TransactionStatus execute(Void nothing, Transaction transaction) {
    throw new UnsupportedOperationException("a status query is not registered");
  }
}
