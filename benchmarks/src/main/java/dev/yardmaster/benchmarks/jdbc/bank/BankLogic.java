package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** The form of the bank's transactions. */
public enum BankLogic {
  /** Statements of the application, one round trip each, between BEGIN and COMMIT. */
  INTERACTIVE,
  /** Functions in the database, called in auto-commit mode, one round trip for each transaction. */
  PROCEDURE,
  /** No bank: each transaction reads one row by its key, in auto-commit mode. */
  POINT_SELECT;

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns whether connections are in auto-commit mode, so that a run is committed when it
   * returns.
   */
  public boolean isAutoCommit() {
    return this != INTERACTIVE;
  }

  /**
   * Returns the transactions.
   *
   * @param lockOrder the order of writes in transactions of two customers; functions have the order
   *     of their tables
   * @param isRecorded whether transactions also report what they saw, for which the tables must
   *     have been made
   */
  public BankTransaction transaction(LockOrder lockOrder, boolean isRecorded) {
    return switch (this) {
      case INTERACTIVE -> new InteractiveBank(lockOrder, isRecorded);
      case PROCEDURE -> new FunctionBank(isRecorded);
      case POINT_SELECT -> new PointSelects();
    };
  }
}
