package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** In which order a transaction of two customers writes, and so locks, their checking accounts. */
public enum LockOrder {
  /** The payer's first, as SmallBank has it: two payments in opposite directions may deadlock. */
  PAYER_FIRST("true"),
  /** By customer, as an application does that has learned of deadlocks. */
  SORTED("who < payee");

  private final String payerFirst;

  LockOrder(String payerFirst) {
    this.payerFirst = payerFirst;
  }

  /** The name used on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the payer's account is written before the payee's. */
  boolean isPayerFirst(long payer, long payee) {
    return this == PAYER_FIRST || payer < payee;
  }

  /** The same in SQL, for the parameters that functions have. */
  String payerFirstInSql() {
    return payerFirst;
  }
}
