package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** The six transactions of SmallBank (Alomari, Cahill, Fekete and Röhm, ICDE 2008). */
public enum BankKind {
  /** Reads both balances of a customer. */
  BALANCE,
  /** Adds an amount to a checking account. */
  DEPOSIT_CHECKING,
  /**
   * Adds an amount, which may be negative, to a savings account; refused if the balance would be
   * too low.
   */
  TRANSACT_SAVINGS,
  /** Moves all of a customer's money to another customer's checking account. */
  AMALGAMATE,
  /** Takes an amount from a checking account, with a penalty if both accounts hold less. */
  WRITE_CHECK,
  /** Moves an amount between two checking accounts; refused if the first holds too little. */
  SEND_PAYMENT;

  /** Returns the name of its function in the database. */
  public String functionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
