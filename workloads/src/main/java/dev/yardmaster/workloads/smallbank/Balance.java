package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/** Reads the sum of a customer's two accounts. */
public final class Balance extends BankProcedure<Balance.Argument> {

  /** The stateless procedure. */
  public static final Balance PROCEDURE = new Balance();

  /** The customer whose accounts are read. */
  public record Argument(int customer) {}

  private static final ValueCodec<Argument> ARGUMENTS =
      new FixedLength<>(
          Integer.BYTES,
          (argument, to) -> to.putInt(argument.customer()),
          from -> new Argument(from.getInt()));

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public Balance() {}

  @Override
  public String name() {
    return "smallbank.balance";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.read(Account.checking(argument.customer()));
    keys.read(Account.savings(argument.customer()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    long cents =
        transaction.getLong(Account.checking(argument.customer()))
            + transaction.getLong(Account.savings(argument.customer()));
    return new Receipt(0, cents);
  }
}
