package dev.yardmaster.benchmarks.jdbc;

import java.util.Locale;

/** The names of the sides on the command line. */
public enum JdbcSideName {
  /** Each client sends interactive statements on a plain connection. */
  NOBATCH,
  /** Each client calls functions on a plain connection. */
  NOBATCH_PROCEDURE,
  /** Clients use plain connections, and the number of concurrent transactions is limited. */
  CAP,
  /**
   * The scheduler does not know which rows transactions access. It builds batches in the order of
   * arrival and distributes them over connections.
   */
  BATCH,
  /** The scheduler knows the rows of each transaction, and orders transactions that conflict. */
  REORDER,
  /**
   * Like {@link #REORDER}, but each client has a thread that waits for the client's transactions.
   */
  REORDER_THREADS,
  /** Like {@link #REORDER}, but transactions release their rows before their commit is flushed. */
  EARLY_RELEASE,
  /**
   * Like {@link #REORDER}, but transactions that wait for each other's rows share one database
   * transaction. Function calls also share one round trip.
   */
  JOINED,
  /** Like {@link #JOINED}, but transactions release their rows before their commit is flushed. */
  JOINED_EARLY_RELEASE,
  /** The application of {@link #NOBATCH}, but on connections of the drop-in driver. */
  DROP_IN,
  /** Like {@link #DROP_IN}, but with scheduling switched off. */
  PASS_THROUGH;

  /** Returns whether the side limits the number of concurrent transactions. */
  boolean hasLimit() {
    return switch (this) {
      case NOBATCH, NOBATCH_PROCEDURE, PASS_THROUGH -> false;
      default -> true;
    };
  }

  /** Returns whether each client has its own thread. */
  boolean hasClientThreads() {
    return switch (this) {
      case BATCH, REORDER, EARLY_RELEASE, JOINED, JOINED_EARLY_RELEASE -> false;
      default -> true;
    };
  }

  /** Returns whether the side needs a server that waits for the disk at every commit. */
  public boolean needsForcedWrites() {
    return this == EARLY_RELEASE || this == JOINED_EARLY_RELEASE;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
