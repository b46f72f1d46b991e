package dev.yardmaster.processor.coordinator;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;

/** Returns the value of one key. */
final class ReadOne implements Procedure<Object, Object> {

  static final PipelineProcedure REGISTERED =
      new PipelineProcedure(
          "read-one", new ReadOne(), ProcedureNames.UNKNOWN, LoneProcessor.LIMITS);

  @Override
  public String name() {
    return "read-one";
  }

  @Override
  public void declare(Object nothing, KeyDeclaration keys) {
    keys.read(LoneProcessor.KEY);
  }

  @Override
  public Object execute(Object nothing, Transaction transaction) {
    return transaction.get(LoneProcessor.KEY)[0];
  }
}
