package dev.yardmaster.benchmarks.jdbc;

import java.util.Locale;

/** The sides that the command line names. */
public enum JdbcSideName {
  /** Each client sends interactive statements on a plain connection. */
  NOBATCH,
  /** Each client calls functions on a plain connection. */
  NOBATCH_PROCEDURE,
  /** Clients use plain connections, and the number of concurrent transactions is limited. */
  CAP,
  /**
   * The scheduler does not know the rows of transactions, and distributes batches over connections
   * in the order of arrival.
   */
  BATCH,
  /** The scheduler knows the rows of each transaction, and orders transactions that conflict. */
  REORDER,
  /** As {@link #REORDER}, but each client has a thread that waits for the client's transactions. */
  REORDER_THREADS,
  /** As {@link #REORDER}, but with early release of rows. */
  EARLY_RELEASE,
  /**
   * As {@link #REORDER}, but the transactions of a chain share a database transaction; function
   * calls also share a round trip.
   */
  JOINED,
  /** As {@link #JOINED}, but with early release of rows. */
  JOINED_EARLY_RELEASE,
  /** The application of {@link #NOBATCH} on connections of the drop-in driver. */
  DROP_IN,
  /** As {@link #DROP_IN}, but with scheduling switched off. */
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

  /** Returns whether the side needs a server that waits for the disk. */
  public boolean needsForcedWrites() {
    return this == EARLY_RELEASE || this == JOINED_EARLY_RELEASE;
  }

  /** Returns the name on command lines and in reports: lower case, with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
