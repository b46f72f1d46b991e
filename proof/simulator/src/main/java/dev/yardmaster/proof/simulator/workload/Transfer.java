package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * A procedure that moves money from one account to another. The procedure aborts if the balance is
 * too low.
 */
final class Transfer implements Procedure<Transfer.Argument, Void> {

  static final Transfer PROCEDURE = new Transfer();

  /** The arguments: two different accounts, and the amount. */
  record Argument(int from, int to, long cents) {}

  private Transfer() {}

  @Override
  public String name() {
    return "transfer";
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.update(LedgerKeys.account(argument.from));
    keys.update(LedgerKeys.account(argument.to));
  }

  @Override
  public Void execute(Argument argument, Transaction transaction) {
    long left = transaction.getLong(LedgerKeys.account(argument.from)) - argument.cents;
    if (left < 0) {
      throw transaction.abort("too little money");
    }
    transaction.putLong(LedgerKeys.account(argument.from), left);
    transaction.putLong(
        LedgerKeys.account(argument.to),
        transaction.getLong(LedgerKeys.account(argument.to)) + argument.cents);
    return null;
  }
}
