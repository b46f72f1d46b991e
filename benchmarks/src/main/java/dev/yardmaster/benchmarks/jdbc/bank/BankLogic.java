package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** The form of the bank's transactions. */
public enum BankLogic {
  /** The application sends statements, one round trip each, between BEGIN and COMMIT. */
  INTERACTIVE,
  /**
   * The application calls a function in the database in auto-commit mode, one round trip for each
   * transaction.
   */
  PROCEDURE,
  /**
   * Each transaction reads one row by its key, in auto-commit mode, instead of a bank transaction.
   */
  POINT_SELECT;

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns whether connections are in auto-commit mode. In this mode, a transaction has committed
   * when its run returns.
   */
  public boolean isAutoCommit() {
    return this != INTERACTIVE;
  }

  /**
   * Returns the transactions in this form.
   *
   * @param lockOrder the order in which a transaction with two customers writes the accounts of the
   *     two customers; functions instead use the order that was given when the tables were created
   * @param isRecorded whether transactions also report the rows that they saw; if so, the tables
   *     must have been created with this option too
   */
  public BankTransaction transaction(LockOrder lockOrder, boolean isRecorded) {
    return switch (this) {
      case INTERACTIVE -> new InteractiveBank(lockOrder, isRecorded);
      case PROCEDURE -> new FunctionBank(isRecorded);
      case POINT_SELECT -> new PointSelects();
    };
  }
}
