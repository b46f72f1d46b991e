package dev.yardmaster.benchmarks.jdbc.bank;

import dev.yardmaster.workloads.smallbank.Amalgamate;
import dev.yardmaster.workloads.smallbank.Balance;
import dev.yardmaster.workloads.smallbank.DepositChecking;
import dev.yardmaster.workloads.smallbank.SendPayment;
import dev.yardmaster.workloads.smallbank.TransactSavings;
import dev.yardmaster.workloads.smallbank.WriteCheck;
import java.util.List;

/**
 * A drawn transaction, with the lists of the balances that it will read and write. Look-ups of
 * customers are not in the list of reads, because no transaction writes to the table of customers.
 *
 * @param customer the owner of the accounts, or the payer
 * @param other the payee of SEND_PAYMENT and AMALGAMATE; otherwise the same as {@code customer}
 * @param cents the amount in cents; 0 if the kind of transaction has no amount
 * @param reads the balances that the transaction reads, without duplicates, including the balances
 *     that it writes
 * @param writes the balances that the transaction writes unless it is refused, without duplicates
 */
public record BankArguments(
    BankKind kind,
    long customer,
    long other,
    long cents,
    List<AccountRow> reads,
    List<AccountRow> writes) {

  /** Copies the lists. */
  public BankArguments {
    reads = List.copyOf(reads);
    writes = List.copyOf(writes);
  }

  /**
   * Converts a transaction of the in-memory workload into a transaction on these tables.
   *
   * @param argument argument of one of the workload's six procedures
   * @param placement maps the workload's customers to customer numbers in the tables
   */
  static BankArguments of(Object argument, Placement placement) {
    if (argument instanceof Balance.Argument balance) {
      return alone(BankKind.BALANCE, placement.of(balance.customer()), 0);
    } else if (argument instanceof DepositChecking.Argument deposit) {
      return alone(BankKind.DEPOSIT_CHECKING, placement.of(deposit.customer()), deposit.cents());
    } else if (argument instanceof TransactSavings.Argument transact) {
      return alone(BankKind.TRANSACT_SAVINGS, placement.of(transact.customer()), transact.cents());
    } else if (argument instanceof WriteCheck.Argument check) {
      return alone(BankKind.WRITE_CHECK, placement.of(check.customer()), check.cents());
    } else if (argument instanceof Amalgamate.Argument all) {
      return between(BankKind.AMALGAMATE, placement.of(all.from()), placement.of(all.to()), 0);
    } else if (argument instanceof SendPayment.Argument payment) {
      return between(
          BankKind.SEND_PAYMENT,
          placement.of(payment.from()),
          placement.of(payment.to()),
          payment.cents());
    }
    throw new IllegalArgumentException("not a transaction of the bank: " + argument);
  }

  private static BankArguments alone(BankKind kind, long customer, long cents) {
    AccountRow savings = new AccountRow(BankTable.SAVINGS, customer);
    AccountRow checking = new AccountRow(BankTable.CHECKING, customer);
    return switch (kind) {
      case BALANCE ->
          new BankArguments(kind, customer, customer, cents, List.of(savings, checking), List.of());
      case DEPOSIT_CHECKING ->
          new BankArguments(kind, customer, customer, cents, List.of(checking), List.of(checking));
      case TRANSACT_SAVINGS ->
          new BankArguments(kind, customer, customer, cents, List.of(savings), List.of(savings));
      default ->
          new BankArguments(
              kind, customer, customer, cents, List.of(savings, checking), List.of(checking));
    };
  }

  private static BankArguments between(BankKind kind, long from, long to, long cents) {
    AccountRow payer = new AccountRow(BankTable.CHECKING, from);
    AccountRow payee = new AccountRow(BankTable.CHECKING, to);
    List<AccountRow> rows =
        kind == BankKind.SEND_PAYMENT
            ? List.of(payer, payee)
            : List.of(new AccountRow(BankTable.SAVINGS, from), payer, payee);
    return new BankArguments(kind, from, to, cents, rows, rows);
  }
}
