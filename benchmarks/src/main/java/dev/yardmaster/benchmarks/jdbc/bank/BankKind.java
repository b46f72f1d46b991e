package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** The six transactions of SmallBank (Alomari, Cahill, Fekete and Röhm, ICDE 2008). */
public enum BankKind {
  /** Reads both balances of a customer. */
  BALANCE,
  /** Puts an amount into a checking account. */
  DEPOSIT_CHECKING,
  /** Adds an amount, which may be negative, to a savings account; refused if too little is left. */
  TRANSACT_SAVINGS,
  /** Moves all that a customer has to another's checking account. */
  AMALGAMATE,
  /** Takes an amount from a checking account, with a penalty if both accounts hold less. */
  WRITE_CHECK,
  /** Moves an amount between two checking accounts; refused if the first holds too little. */
  SEND_PAYMENT;

  /** Its function in the database. */
  public String functionName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
