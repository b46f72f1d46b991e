package dev.yardmaster.spring.guide.accounts;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.spring.KeyValueTransactional;
import org.springframework.stereotype.Service;

// snippet: accounts
@Service
public class Accounts {

  private final Transaction transaction;

  Accounts(Transaction transaction) {
    this.transaction = transaction;
  }

  @KeyValueTransactional
  public long transfer(long from, long to, long cents) {
    long left = transaction.getLong(Key.of("checking", from)) - cents;
    if (left < 0) {
      throw transaction.abort("too little money");
    }
    transaction.putLong(Key.of("checking", from), left);
    Key payee = Key.of("checking", to);
    transaction.putLong(payee, transaction.getLong(payee) + cents);
    return left;
  }
}
// end
