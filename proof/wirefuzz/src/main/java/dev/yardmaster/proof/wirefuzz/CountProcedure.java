package dev.yardmaster.proof.wirefuzz;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/** A procedure that counts the calls and returns its argument. */
final class CountProcedure implements Procedure<Object, Object> {

  static final String NAME = "count";

  private static final Key COUNT = Key.of("counts", 1);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void declare(Object argument, KeyDeclaration keys) {
    keys.update(COUNT);
  }

  @Override
  public Object execute(Object argument, Transaction transaction) {
    transaction.putLong(COUNT, transaction.getLong(COUNT) + 1);
    return argument;
  }
}
