package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * Takes an amount from a checking account; where both accounts together hold less, a penalty of one
 * dollar is taken besides.
 */
public final class WriteCheck extends BankProcedure<WriteCheck.Argument> {

  /** The procedure, which has no state. */
  public static final WriteCheck PROCEDURE = new WriteCheck();

  static final long PENALTY_CENTS = 100;

  /** Whose account, and how much; not negative. */
  public record Argument(int customer, long cents) {}

  private static final ValueCodec<Argument> ARGUMENTS =
      new FixedLength<>(
          Integer.BYTES + Long.BYTES,
          (argument, to) -> to.putInt(argument.customer()).putLong(argument.cents()),
          from -> new Argument(from.getInt(), from.getLong()));

  /** Another one, the same as {@link #PROCEDURE}; for a {@code ServiceLoader}. */
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
