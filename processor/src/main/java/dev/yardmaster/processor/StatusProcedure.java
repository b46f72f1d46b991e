package dev.yardmaster.processor;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionStatus;

/**
 * Asks for the status of an id. It touches no key but the outcome's, which its {@link StatusAnswer}
 * sees to; that also gives the result.
 */
final class StatusProcedure implements Procedure<TransactionId, TransactionStatus> {

  static RegisteredProcedure registered(ProcedureNames names) {
    StatusProcedure procedure = new StatusProcedure();
    return RegisteredProcedure.of(procedure.name(), procedure, names.numberOf(procedure.name()));
  }

  private StatusProcedure() {}

  @Override
  public String name() {
    return "yardmaster.status";
  }

  @Override
  public void declare(TransactionId id, KeyDeclaration keys) {}

  @Override
  public TransactionStatus execute(TransactionId id, Transaction transaction) {
    return null;
  }
}
