package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * Moves all of one customer's money, from both accounts, to another customer's checking account.
 */
public final class Amalgamate extends BankProcedure<Amalgamate.Argument> {

  /** The stateless procedure. */
  public static final Amalgamate PROCEDURE = new Amalgamate();

  /** The payer and the payee, who must be two different customers. */
  public record Argument(int from, int to) {}

  private static final ValueCodec<Argument> ARGUMENTS =
      new FixedLength<>(
          2 * Integer.BYTES,
          (argument, to) -> to.putInt(argument.from()).putInt(argument.to()),
          from -> new Argument(from.getInt(), from.getInt()));

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public Amalgamate() {}

  @Override
  public String name() {
    return "smallbank.amalgamate";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.update(Account.savings(argument.from()));
    keys.update(Account.checking(argument.from()));
    keys.update(Account.checking(argument.to()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    Key savings = Account.savings(argument.from());
    Key checking = Account.checking(argument.from());
    Key target = Account.checking(argument.to());
    long moved = transaction.getLong(savings) + transaction.getLong(checking);
    long balance = transaction.getLong(target) + moved;
    transaction.putLong(savings, 0);
    transaction.putLong(checking, 0);
    transaction.putLong(target, balance);
    return new Receipt(0, balance);
  }
}
