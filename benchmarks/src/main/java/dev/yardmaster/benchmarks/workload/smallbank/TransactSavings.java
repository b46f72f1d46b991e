package dev.yardmaster.benchmarks.workload.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;

/** Adds an amount, which may be negative, to a savings account; aborts if too little is left. */
public final class TransactSavings extends BankProcedure<TransactSavings.Argument> {

  /** The procedure, which has no state. */
  public static final TransactSavings PROCEDURE = new TransactSavings();

  /** Whose account, and how much; negative takes out. */
  public record Argument(int customer, long cents) {}

  private TransactSavings() {}

  @Override
  public String name() {
    return "smallbank.transact-savings";
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.update(Account.savings(argument.customer()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    Key savings = Account.savings(argument.customer());
    long balance = transaction.getLong(savings) + argument.cents();
    if (balance < 0) {
      throw transaction.abort("too little money in " + savings);
    }
    transaction.putLong(savings, balance);
    return new Receipt(argument.cents(), balance);
  }
}
