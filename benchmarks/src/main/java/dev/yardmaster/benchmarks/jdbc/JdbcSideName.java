package dev.yardmaster.benchmarks.jdbc;

import java.util.Locale;

/** The sides that can be named on a command line. */
public enum JdbcSideName {
  /** Interactive statements on plain connections. */
  NOBATCH,
  /** Function calls on plain connections. */
  NOBATCH_PROCEDURE,
  /** Plain connections with a limit on how many transactions run at once. */
  CAP,
  /** The scheduler, told no rows: batches spread over connections, in order of arrival. */
  BATCH,
  /** The scheduler, told the rows. */
  REORDER,
  /** The same, with a thread for each client that waits for its transactions. */
  REORDER_THREADS,
  /** The application of {@link #NOBATCH}, on connections of the drop-in driver. */
  DROP_IN,
  /** The same with scheduling switched off. */
  PASS_THROUGH;

  /** Whether it runs no more than a given number of transactions at once. */
  boolean hasLimit() {
    return switch (this) {
      case CAP, BATCH, REORDER, REORDER_THREADS, DROP_IN -> true;
      case NOBATCH, NOBATCH_PROCEDURE, PASS_THROUGH -> false;
    };
  }

  /** Whether each of its clients has a thread, and with it often a connection. */
  boolean hasClientThreads() {
    return this != BATCH && this != REORDER;
  }

  /** The name used on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
