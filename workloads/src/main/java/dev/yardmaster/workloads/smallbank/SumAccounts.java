package dev.yardmaster.workloads.smallbank;

import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.workloads.Span;

/** Returns the sum of the accounts of a span of customers, in cents. */
public final class SumAccounts implements Procedure<Span, Long> {

  /** The stateless procedure. */
  public static final SumAccounts PROCEDURE = new SumAccounts();

  /**
   * Creates another instance, which is equivalent to {@link #PROCEDURE}. A {@code ServiceLoader}
   * needs this constructor.
   */
  public SumAccounts() {}

  @Override
  public String name() {
    return "smallbank.sum";
  }

  @Override
  public ValueCodec<Span> argumentCodec() {
    return FixedLength.SPANS;
  }

  @Override
  public void declare(Span customers, KeyDeclaration keys) {
    for (int i = 0; i < customers.count(); i++) {
      keys.read(Account.checking(customers.first() + i));
      keys.read(Account.savings(customers.first() + i));
    }
  }

  @Override
  public Long execute(Span customers, Transaction transaction) {
    long cents = 0;
    for (int i = 0; i < customers.count(); i++) {
      cents += transaction.getLong(Account.checking(customers.first() + i));
      cents += transaction.getLong(Account.savings(customers.first() + i));
    }
    return cents;
  }
}
