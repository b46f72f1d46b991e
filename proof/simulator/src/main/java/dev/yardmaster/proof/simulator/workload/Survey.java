package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * A procedure that reads a note and then some accounts, overwrites the note, and returns the note's
 * number. As a lambda, the logic waits for each read, so a long time passes between the first read
 * and the validation.
 */
final class Survey implements Procedure<Follow.Argument, Integer> {

  static final Survey PROCEDURE = new Survey();

  private static final int ACCOUNTS = 8;

  private Survey() {}

  @Override
  public String name() {
    return "survey";
  }

  @Override
  public void declare(Follow.Argument argument, KeyDeclaration keys) {
    keys.update(LedgerKeys.note(argument.start()));
    for (int i = 0; i < ACCOUNTS; i++) {
      keys.read(LedgerKeys.account(i));
    }
  }

  @Override
  @SuppressWarnings(
      "ReturnValueIgnored") // The values are not used; the reads appear in the history.
  public Integer execute(Follow.Argument argument, Transaction transaction) {
    transaction.get(LedgerKeys.note(argument.start()));
    for (int i = 0; i < ACCOUNTS; i++) {
      transaction.get(LedgerKeys.account(i));
    }
    transaction.put(
        LedgerKeys.note(argument.start()), Edit.value(argument.number(), argument.start()));
    return argument.start();
  }
}
