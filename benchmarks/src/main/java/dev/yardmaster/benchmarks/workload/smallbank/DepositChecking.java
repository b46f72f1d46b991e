package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;

/** Puts an amount into a customer's checking account. */
public final class DepositChecking extends BankProcedure<DepositChecking.Argument> {

  /** The procedure, which has no state. */
  public static final DepositChecking PROCEDURE = new DepositChecking();

  /** Whose account, and how much; not negative. */
  public record Argument(int customer, long cents) {}

  private DepositChecking() {}

  @Override
  public String name() {
    return "smallbank.deposit-checking";
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.update(Account.checking(argument.customer()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    Key checking = Account.checking(argument.customer());
    long balance = transaction.getLong(checking) + argument.cents();
    transaction.putLong(checking, balance);
    return new Receipt(argument.cents(), balance);
  }
}
