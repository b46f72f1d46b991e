package dev.yardmaster.engine.service.typed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Transaction;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableDefinition;
import java.util.List;
import java.util.Map;

/**
 * An application with accounts as typed rows and cash under keys. Transactions move money between
 * accounts and cash, so a transaction that takes effect only partly changes the total.
 */
final class Bank {

  static final Key CASH = Key.of("cash", 1);

  static final TableDefinition ACCOUNTS = accounts("balance");
  static final TableDefinition LOG = log();

  private Bank() {}

  static TableDefinition accounts(String balance) {
    RowLayout.Builder columns = RowLayout.columns();
    var unusedBalance = columns.number(balance);
    var unusedOwner = columns.bytes("owner", 20);
    return TableDefinition.hashed("accounts", columns.build(), 16).indexedBy("by owner", "owner");
  }

  private static TableDefinition log() {
    RowLayout.Builder columns = RowLayout.columns();
    var unused = columns.number("cents");
    return TableDefinition.orderedBytes("log", columns.build());
  }

  static List<TableDefinition> tables() {
    return List.of(ACCOUNTS, LOG);
  }

  /**
   * A payment.
   *
   * @param account the number of the account, which is opened if it does not exist
   * @param cents the money that moves from the cash to the account; negative for a withdrawal
   */
  record Payment(long account, long cents) {}

  /**
   * Moves money between the cash and an account, and adds a row with the account's number to the
   * table {@code log}.
   */
  static final class Pay implements TypedProcedure<Payment, Long> {

    @Override
    public String name() {
      return "pay";
    }

    @Override
    public void declare(Payment payment, KeyDeclaration keys) {
      keys.read(CASH);
      keys.write(CASH);
    }

    @Override
    public Long execute(Payment payment, Transaction transaction, TypedRows rows) {
      Table accounts = rows.table("accounts");
      RowLayout.LongColumn balance = accounts.layout().number("balance");
      Row account = rows.update(accounts, payment.account);
      if (account == null) {
        account = rows.insert(accounts, payment.account);
        account.setBytes(accounts.layout().bytes("owner"), owner(payment.account));
      }
      account.addLong(balance, payment.cents);
      transaction.putLong(CASH, transaction.getLong(CASH) - payment.cents);
      if (account.getLong(balance) < 0) {
        throw rows.abort("too little money: account=" + payment.account);
      }
      return account.getLong(balance);
    }
  }

  static byte[] owner(long account) {
    return ("owner " + account % 3).getBytes(UTF_8);
  }

  /**
   * Returns the sum of all accounts of three owners, which are found by the secondary index, and of
   * the cash.
   */
  static final class Audit implements TypedProcedure<Long, Map<String, Long>> {

    @Override
    public String name() {
      return "audit";
    }

    @Override
    public void declare(Long argument, KeyDeclaration keys) {
      keys.read(CASH);
    }

    @Override
    public Map<String, Long> execute(Long argument, Transaction transaction, TypedRows rows) {
      Table accounts = rows.table("accounts");
      RowLayout.LongColumn balance = accounts.layout().number("balance");
      long[] sums = {0, 0};
      for (long owner = 0; owner < 3; owner++) {
        var unused =
            rows.find(
                accounts.index("by owner"),
                Integer.MAX_VALUE,
                (key, rest, row) -> {
                  sums[0] += row.getLong(balance);
                  sums[1]++;
                  return true;
                },
                owner(owner));
      }
      return Map.of("accounts", sums[1], "balances", sums[0], "cash", transaction.getLong(CASH));
    }
  }
}
