package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/** A procedure that reads a note, writes to the note, and throws an exception. */
final class ThrowingProcedure implements Procedure<Integer, Void> {

  static final ThrowingProcedure PROCEDURE = new ThrowingProcedure();

  private ThrowingProcedure() {}

  @Override
  public String name() {
    return "stumble";
  }

  @Override
  public void declare(Integer note, KeyDeclaration keys) {
    keys.update(LedgerKeys.note(note));
  }

  @Override
  public Void execute(Integer note, Transaction transaction) {
    byte[] value = transaction.get(LedgerKeys.note(note));
    transaction.put(LedgerKeys.note(note), new byte[] {1});
    throw new IllegalStateException("stumbled over " + (value == null ? 0 : value.length));
  }
}
