package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** The six transactions of SmallBank (Alomari, Cahill, Fekete and Röhm, ICDE 2008). */
public enum BankKind {
  /** Reads both balances of a customer. */
  BALANCE,
  /** Adds an amount to a checking account. */
  DEPOSIT_CHECKING,
  /**
   * Adds an amount to a savings account; the amount may be negative. The transaction is refused if
   * the new balance would be negative.
   */
  TRANSACT_SAVINGS,
  /** Moves all of a customer's money to another customer's checking account. */
  AMALGAMATE,
  /**
   * Subtracts an amount from a checking account, plus a penalty if the amount exceeds the sum of
   * both balances.
   */
  WRITE_CHECK,
  /**
   * Moves an amount between two checking accounts. The transaction is refused if the payer's
   * balance is too low.
   */
  SEND_PAYMENT;

  /** Returns the name of this transaction's function in the database. */
  public String functionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
