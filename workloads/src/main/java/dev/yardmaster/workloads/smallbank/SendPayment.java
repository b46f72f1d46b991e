package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;

/**
 * Moves an amount from one customer's checking account to another customer's checking account.
 * Aborts if the balance of the paying account is too low.
 */
public final class SendPayment extends BankProcedure<SendPayment.Argument> {

  /** The stateless procedure. */
  public static final SendPayment PROCEDURE = new SendPayment();

  /**
   * The payer, the payee, and the amount. Payer and payee must be two different customers, and the
   * amount must not be negative.
   */
  public record Argument(int from, int to, long cents) {}

  private static final ValueCodec<Argument> ARGUMENTS =
      new FixedLength<>(
          2 * Integer.BYTES + Long.BYTES,
          (argument, to) ->
              to.putInt(argument.from()).putInt(argument.to()).putLong(argument.cents()),
          from -> new Argument(from.getInt(), from.getInt(), from.getLong()));

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public SendPayment() {}

  @Override
  public String name() {
    return "smallbank.send-payment";
  }

  @Override
  public ValueCodec<Argument> argumentCodec() {
    return ARGUMENTS;
  }

  @Override
  public void declare(Argument argument, KeyDeclaration keys) {
    keys.update(Account.checking(argument.from()));
    keys.update(Account.checking(argument.to()));
  }

  @Override
  public Receipt execute(Argument argument, Transaction transaction) {
    Key from = Account.checking(argument.from());
    Key to = Account.checking(argument.to());
    long left = transaction.getLong(from) - argument.cents();
    if (left < 0) {
      throw transaction.abort("too little money in " + from);
    }
    transaction.putLong(from, left);
    transaction.putLong(to, transaction.getLong(to) + argument.cents());
    return new Receipt(0, left);
  }
}
