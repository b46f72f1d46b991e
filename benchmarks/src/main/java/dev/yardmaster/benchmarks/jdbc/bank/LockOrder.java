package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/**
 * The order in which a transaction with two customers writes the two checking accounts. The
 * transaction locks the rows in this order.
 */
public enum LockOrder {
  /**
   * The payer's account is first, as in SmallBank. Two payments in opposite directions may
   * deadlock.
   */
  PAYER_FIRST("true"),
  /** The account of the customer with the lower number is first, which prevents deadlocks. */
  SORTED("who < payee");

  private final String payerFirst;

  LockOrder(String payerFirst) {
    this.payerFirst = payerFirst;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether the payer's account is written before the payee's. */
  boolean isPayerFirst(long payer, long payee) {
    return this == PAYER_FIRST || payer < payee;
  }

  /**
   * Returns the condition of {@link #isPayerFirst} as SQL text, in terms of the parameters of the
   * database's functions.
   */
  String payerFirstInSql() {
    return payerFirst;
  }
}
