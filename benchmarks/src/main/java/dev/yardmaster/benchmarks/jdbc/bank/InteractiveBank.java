package dev.yardmaster.benchmarks.jdbc.bank;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * The six transactions as an application writes them, a statement a round trip: customers are
 * looked up first, balances read next, then written, savings first.
 *
 * @param lockOrder in which those of two customers write
 * @param isRecorded whether they also tell what they saw
 */
record InteractiveBank(LockOrder lockOrder, boolean isRecorded) implements BankTransaction {

  /** Taken besides by a check that is not covered, in cents; as in the workload in memory. */
  static final long PENALTY_CENTS = 100;

  @Override
  public BankReceipt run(Connection connection, BankArguments arguments, long number)
      throws SQLException {
    Ledger ledger =
        isRecorded ? new RecordedLedger(connection, number) : new PlainLedger(connection);
    ledger.find(arguments.customer());
    return switch (arguments.kind()) {
      case BALANCE -> balance(ledger, arguments);
      case DEPOSIT_CHECKING -> depositChecking(ledger, arguments);
      case TRANSACT_SAVINGS -> transactSavings(ledger, arguments);
      case AMALGAMATE -> amalgamate(ledger, arguments);
      case WRITE_CHECK -> writeCheck(ledger, arguments);
      case SEND_PAYMENT -> sendPayment(ledger, arguments);
    };
  }

  private static BankReceipt balance(Ledger ledger, BankArguments drawn) throws SQLException {
    long savings = ledger.read(BankTable.SAVINGS, drawn.customer());
    return done(ledger, 0, savings + ledger.read(BankTable.CHECKING, drawn.customer()));
  }

  private static BankReceipt depositChecking(Ledger ledger, BankArguments drawn)
      throws SQLException {
    ledger.add(BankTable.CHECKING, drawn.customer(), drawn.cents());
    return done(ledger, drawn.cents(), drawn.cents());
  }

  private static BankReceipt transactSavings(Ledger ledger, BankArguments drawn)
      throws SQLException {
    long left = ledger.read(BankTable.SAVINGS, drawn.customer()) + drawn.cents();
    if (left < 0) {
      return refused(ledger);
    }
    ledger.add(BankTable.SAVINGS, drawn.customer(), drawn.cents());
    return done(ledger, drawn.cents(), left);
  }

  private BankReceipt amalgamate(Ledger ledger, BankArguments drawn) throws SQLException {
    long from = drawn.customer();
    long to = drawn.other();
    ledger.find(to);
    long savings = ledger.read(BankTable.SAVINGS, from);
    long moved = savings + ledger.read(BankTable.CHECKING, from);
    ledger.clear(BankTable.SAVINGS, from);
    if (lockOrder.isPayerFirst(from, to)) {
      ledger.clear(BankTable.CHECKING, from);
      ledger.add(BankTable.CHECKING, to, moved);
    } else {
      ledger.add(BankTable.CHECKING, to, moved);
      ledger.clear(BankTable.CHECKING, from);
    }
    return done(ledger, 0, moved);
  }

  private static BankReceipt writeCheck(Ledger ledger, BankArguments drawn) throws SQLException {
    long inSavings = ledger.read(BankTable.SAVINGS, drawn.customer());
    long inChecking = ledger.read(BankTable.CHECKING, drawn.customer());
    boolean isCovered = inSavings + inChecking >= drawn.cents();
    long taken = isCovered ? drawn.cents() : drawn.cents() + PENALTY_CENTS;
    ledger.add(BankTable.CHECKING, drawn.customer(), -taken);
    return done(ledger, -taken, inChecking - taken);
  }

  private BankReceipt sendPayment(Ledger ledger, BankArguments drawn) throws SQLException {
    long from = drawn.customer();
    long to = drawn.other();
    ledger.find(to);
    long left = ledger.read(BankTable.CHECKING, from) - drawn.cents();
    if (left < 0) {
      return refused(ledger);
    }
    if (lockOrder.isPayerFirst(from, to)) {
      ledger.add(BankTable.CHECKING, from, -drawn.cents());
      ledger.add(BankTable.CHECKING, to, drawn.cents());
    } else {
      ledger.add(BankTable.CHECKING, to, drawn.cents());
      ledger.add(BankTable.CHECKING, from, -drawn.cents());
    }
    return done(ledger, 0, left);
  }

  private static BankReceipt done(Ledger ledger, long changeCents, long balanceCents) {
    return new BankReceipt(false, changeCents, balanceCents, ledger.seen());
  }

  private static BankReceipt refused(Ledger ledger) {
    return new BankReceipt(true, 0, 0, ledger.seen());
  }
}
