package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** A table that holds a balance for each customer. */
public enum BankTable {
  /** The savings accounts. */
  SAVINGS,
  /** The checking accounts. */
  CHECKING;

  /** Returns the name in the database. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
