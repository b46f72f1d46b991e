package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/** Adds an amount to a customer's checking account. */
public final class DepositChecking extends BankProcedure<DepositChecking.Argument> {

  /** The stateless procedure. */
  public static final DepositChecking PROCEDURE = new DepositChecking();

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
  public DepositChecking() {}

  @Override
  public String name() {
    return "smallbank.deposit-checking";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
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
