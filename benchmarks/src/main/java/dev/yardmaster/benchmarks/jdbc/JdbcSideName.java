package dev.yardmaster.benchmarks.jdbc;

import java.util.Locale;

/** The sides that the command line names. */
public enum JdbcSideName {
  /** Interactive statements on plain connections. */
  NOBATCH,
  /** Function calls on plain connections. */
  NOBATCH_PROCEDURE,
  /** Plain connections with a limit on how many transactions run at once. */
  CAP,
  /**
   * The scheduler without knowledge of rows: batches spread over connections, in order of arrival.
   */
  BATCH,
  /** The scheduler with the rows of each transaction. */
  REORDER,
  /** As {@link #REORDER}, with a thread for each client that waits for its transactions. */
  REORDER_THREADS,
  /** The application of {@link #NOBATCH}, on connections of the drop-in driver. */
  DROP_IN,
  /** As {@link #DROP_IN}, with scheduling switched off. */
  PASS_THROUGH;

  /** Returns whether the side limits the transactions that run at once. */
  boolean hasLimit() {
    return switch (this) {
      case CAP, BATCH, REORDER, REORDER_THREADS, DROP_IN -> true;
      case NOBATCH, NOBATCH_PROCEDURE, PASS_THROUGH -> false;
    };
  }

  /** Returns whether each client has a thread, and with it often a connection. */
  boolean hasClientThreads() {
    return this != BATCH && this != REORDER;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
