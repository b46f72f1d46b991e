package dev.yardmaster.spring;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Transaction;

/** A procedure that adds its argument to a balance. */
final class Deposit implements Procedure<Long, Long> {

  static final Key BALANCE = Key.of("checking", 17);

  @Override
  public String name() {
    return "deposit";
  }

  @Override
  public void declare(Long cents, KeyDeclaration keys) {
    keys.update(BALANCE);
  }

  @Override
  public Long execute(Long cents, Transaction transaction) {
    long balance = transaction.getLong(BALANCE) + cents;
    transaction.putLong(BALANCE, balance);
    return balance;
  }
}
