package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * Adds an amount, which may be negative, to a savings account. Aborts if the new balance would be
 * negative.
 */
public final class TransactSavings extends BankProcedure<TransactSavings.Argument> {

  /** The stateless procedure. */
  public static final TransactSavings PROCEDURE = new TransactSavings();

  /** The customer and the amount. A negative amount is a withdrawal. */
  public record Argument(int customer, long cents) {}

  private static final ValueCodec<Argument> ARGUMENTS =
      new FixedLength<>(
          Integer.BYTES + Long.BYTES,
          (argument, to) -> to.putInt(argument.customer()).putLong(argument.cents()),
          from -> new Argument(from.getInt(), from.getLong()));

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public TransactSavings() {}

  @Override
  public String name() {
    return "smallbank.transact-savings";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
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
