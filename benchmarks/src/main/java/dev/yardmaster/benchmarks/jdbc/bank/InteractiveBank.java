package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The six transactions as an application writes them, with one round trip for each statement. A
 * transaction looks up the customers, then reads the balances, and then writes the balances,
 * savings first.
 *
 * @param lockOrder the order in which a transaction with two customers writes the accounts of the
 *     two customers
 * @param isRecorded whether the transactions also report the rows that they saw
 */
record InteractiveBank(LockOrder lockOrder, boolean isRecorded) implements BankTransaction {

  /**
   * The penalty for a check that is not covered, in cents; the same as in the in-memory workload.
   */
  static final long PENALTY_CENTS = 100;

  @Override
  public BankReceipt run(Connection connection, BankArguments arguments, long number)
      throws SQLException {
    AccountAccess accounts =
        isRecorded
            ? new RecordedAccountAccess(connection, number)
            : new PlainAccountAccess(connection);
    accounts.find(arguments.customer());
    return switch (arguments.kind()) {
      case BALANCE -> balance(accounts, arguments);
      case DEPOSIT_CHECKING -> depositChecking(accounts, arguments);
      case TRANSACT_SAVINGS -> transactSavings(accounts, arguments);
      case AMALGAMATE -> amalgamate(accounts, arguments);
      case WRITE_CHECK -> writeCheck(accounts, arguments);
      case SEND_PAYMENT -> sendPayment(accounts, arguments);
    };
  }

  private static BankReceipt balance(AccountAccess accounts, BankArguments drawn)
      throws SQLException {
    long savings = accounts.read(BankTable.SAVINGS, drawn.customer());
    return done(accounts, 0, savings + accounts.read(BankTable.CHECKING, drawn.customer()));
  }

  private static BankReceipt depositChecking(AccountAccess accounts, BankArguments drawn)
      throws SQLException {
    accounts.add(BankTable.CHECKING, drawn.customer(), drawn.cents());
    return done(accounts, drawn.cents(), drawn.cents());
  }

  private static BankReceipt transactSavings(AccountAccess accounts, BankArguments drawn)
      throws SQLException {
    long left = accounts.read(BankTable.SAVINGS, drawn.customer()) + drawn.cents();
    if (left < 0) {
      return refused(accounts);
    }
    accounts.add(BankTable.SAVINGS, drawn.customer(), drawn.cents());
    return done(accounts, drawn.cents(), left);
  }

  private BankReceipt amalgamate(AccountAccess accounts, BankArguments drawn) throws SQLException {
    long from = drawn.customer();
    long to = drawn.other();
    accounts.find(to);
    long savings = accounts.read(BankTable.SAVINGS, from);
    long moved = savings + accounts.read(BankTable.CHECKING, from);
    accounts.clear(BankTable.SAVINGS, from);
    if (lockOrder.isPayerFirst(from, to)) {
      accounts.clear(BankTable.CHECKING, from);
      accounts.add(BankTable.CHECKING, to, moved);
    } else {
      accounts.add(BankTable.CHECKING, to, moved);
      accounts.clear(BankTable.CHECKING, from);
    }
    return done(accounts, 0, moved);
  }

  private static BankReceipt writeCheck(AccountAccess accounts, BankArguments drawn)
      throws SQLException {
    long inSavings = accounts.read(BankTable.SAVINGS, drawn.customer());
    long inChecking = accounts.read(BankTable.CHECKING, drawn.customer());
    boolean isCovered = inSavings + inChecking >= drawn.cents();
    long taken = isCovered ? drawn.cents() : drawn.cents() + PENALTY_CENTS;
    accounts.add(BankTable.CHECKING, drawn.customer(), -taken);
    return done(accounts, -taken, inChecking - taken);
  }

  private BankReceipt sendPayment(AccountAccess accounts, BankArguments drawn) throws SQLException {
    long from = drawn.customer();
    long to = drawn.other();
    accounts.find(to);
    long left = accounts.read(BankTable.CHECKING, from) - drawn.cents();
    if (left < 0) {
      return refused(accounts);
    }
    if (lockOrder.isPayerFirst(from, to)) {
      accounts.add(BankTable.CHECKING, from, -drawn.cents());
      accounts.add(BankTable.CHECKING, to, drawn.cents());
    } else {
      accounts.add(BankTable.CHECKING, to, drawn.cents());
      accounts.add(BankTable.CHECKING, from, -drawn.cents());
    }
    return done(accounts, 0, left);
  }

  private static BankReceipt done(AccountAccess accounts, long changeCents, long balanceCents) {
    return new BankReceipt(false, changeCents, balanceCents, accounts.seen());
  }

  private static BankReceipt refused(AccountAccess accounts) {
    return new BankReceipt(true, 0, 0, accounts.seen());
  }
}
