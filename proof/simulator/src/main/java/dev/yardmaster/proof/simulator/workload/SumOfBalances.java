package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/**
 * A procedure that returns the sum of the balances of the first accounts. The argument is the
 * number of accounts to add up.
 */
final class SumOfBalances implements Procedure<Integer, Long> {

  static final SumOfBalances PROCEDURE = new SumOfBalances();

  private SumOfBalances() {}

  @Override
  public String name() {
    return "audit";
  }

  @Override
  public void declare(Integer accounts, KeyDeclaration keys) {
    for (int i = 0; i < accounts; i++) {
      keys.read(LedgerKeys.account(i));
    }
  }

  @Override
  public Long execute(Integer accounts, Transaction transaction) {
    long cents = 0;
    for (int i = 0; i < accounts; i++) {
      cents += transaction.getLong(LedgerKeys.account(i));
    }
    return cents;
  }
}
