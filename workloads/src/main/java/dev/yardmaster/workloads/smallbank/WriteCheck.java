package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * Subtracts an amount from a checking account. Also subtracts a penalty of one dollar if the sum of
 * the customer's two balances is less than the amount.
 */
public final class WriteCheck extends BankProcedure<WriteCheck.Argument> {

  /** The stateless procedure. */
  public static final WriteCheck PROCEDURE = new WriteCheck();

  static final long PENALTY_CENTS = 100;

  /** The customer and the amount, which must not be negative. */
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
  public WriteCheck() {}

  @Override
  public String name() {
    return "smallbank.write-check";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.read(Account.savings(argument.customer()));
    keys.update(Account.checking(argument.customer()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    Key checking = Account.checking(argument.customer());
    long inChecking = transaction.getLong(checking);
    long inBoth = inChecking + transaction.getLong(Account.savings(argument.customer()));
    long taken = inBoth < argument.cents() ? argument.cents() + PENALTY_CENTS : argument.cents();
    transaction.putLong(checking, inChecking - taken);
    return new Receipt(-taken, inChecking - taken);
  }
}
