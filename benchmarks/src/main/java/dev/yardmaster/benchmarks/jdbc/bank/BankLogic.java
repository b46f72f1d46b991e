package dev.yardmaster.benchmarks.jdbc.bank;

import java.util.Locale;

/** How the bank's transactions are written. */
public enum BankLogic {
  /** As statements of the application, a round trip each, between BEGIN and COMMIT. */
  INTERACTIVE,
  /** As functions in the database, called in auto-commit mode, one round trip a transaction. */
  PROCEDURE,
  /** No bank at all: each is one row read by its key in auto-commit mode. */
  POINT_SELECT;

  /** The name used on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Whether its connections are in auto-commit mode, so that a run is committed when it returns.
   */
  public boolean isAutoCommit() {
    return this != INTERACTIVE;
  }

  /**
   * The transactions.
   *
   * @param lockOrder in which those of two customers write; functions have that of their tables
   * @param isRecorded whether they also tell what they saw, for which the tables must have been
   *     made
   */
  public BankTransaction transaction(LockOrder lockOrder, boolean isRecorded) {
    return switch (this) {
      case INTERACTIVE -> new InteractiveBank(lockOrder, isRecorded);
      case PROCEDURE -> new FunctionBank(isRecorded);
      case POINT_SELECT -> new PointSelects();
    };
  }
}
