package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.workloads.Span;

/** Opens the accounts of a span of customers. */
public final class LoadAccounts implements Procedure<Span, Integer> {

  /** The stateless procedure. */
  public static final LoadAccounts PROCEDURE = new LoadAccounts();

  /** The opening balance of every account: 10,000 dollars. */
  public static final long INITIAL_CENTS = 1_000_000;

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public LoadAccounts() {}

  @Override
  public String name() {
    return "smallbank.load";
  }

  @Override
  public ValueCodec<Span> argumentCodec() {
    return FixedLength.SPANS;
  }

  @Override
  public void declare(Span customers, KeyDeclaration keys) {
    for (int i = 0; i < customers.count(); i++) {
      keys.write(Account.checking(customers.first() + i));
      keys.write(Account.savings(customers.first() + i));
    }
  }

  @Override
  public Integer execute(Span customers, Transaction transaction) {
    for (int i = 0; i < customers.count(); i++) {
      transaction.putLong(Account.checking(customers.first() + i), INITIAL_CENTS);
      transaction.putLong(Account.savings(customers.first() + i), INITIAL_CENTS);
    }
    return customers.count();
  }
}
