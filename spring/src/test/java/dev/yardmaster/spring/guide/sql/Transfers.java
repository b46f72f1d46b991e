package dev.yardmaster.spring.guide.sql;

import dev.yardmaster.spring.RetryOnConflict;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

// snippet: transfers
@Service
public class Transfers {

  private final JdbcClient jdbc;

  Transfers(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @RetryOnConflict
  @Transactional
  public long transfer(int payer, int payee, long amount) {
    long left = balance(payer) - amount;
    setBalance(payer, left);
    setBalance(payee, balance(payee) + amount);
    return left;
  }

  private long balance(int account) {
    return jdbc.sql("SELECT balance FROM accounts WHERE id = ?")
        .param(account)
        .query(Long.class)
        .single();
  }

  private void setBalance(int account, long balance) {
    jdbc.sql("UPDATE accounts SET balance = ? WHERE id = ?").params(balance, account).update();
  }
}
// end
