package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * A procedure that writes the opening balance into the first accounts. The argument is the number
 * of these accounts.
 */
final class OpenAccounts implements Procedure<Integer, Void> {

  static final OpenAccounts PROCEDURE = new OpenAccounts();

  static final long OPENING_CENTS = 100;

  private OpenAccounts() {}

  @Override
  public String name() {
    return "open-accounts";
  }

  @Override
  public void declare(Integer accounts, KeyDeclaration keys) {
    for (int i = 0; i < accounts; i++) {
      keys.write(LedgerKeys.account(i));
    }
  }

  @Override
  public Void execute(Integer accounts, Transaction transaction) {
    for (int i = 0; i < accounts; i++) {
      transaction.putLong(LedgerKeys.account(i), OPENING_CENTS);
    }
    return null;
  }
}
