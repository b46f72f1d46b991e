package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** How the bank's transactions are written. */
public enum BankLogic {
  /** As statements of the application, a round trip each, between BEGIN and COMMIT. */
  INTERACTIVE,
  /** As functions in the database, called in auto-commit mode, one round trip a transaction. */
  PROCEDURE;

  /** The name used on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether its connections are in auto-commit mode, so that a run is committed when it returns.
   */
  public boolean isAutoCommit() {
    return this == PROCEDURE;
  }

  /**
   * The transactions.
   *
   * @param lockOrder in which those of two customers write; functions have that of their tables
   * @param isRecorded whether they also tell what they saw, for which the tables must have been
   *     made
   */
  public BankTransaction transaction(LockOrder lockOrder, boolean isRecorded) {
    return this == INTERACTIVE
        ? new InteractiveBank(lockOrder, isRecorded)
        : new FunctionBank(isRecorded);
  }
}
