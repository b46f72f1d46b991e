package dev.yardmaster.benchmarks.jdbc;

import java.util.Locale;

/** The sides that the command line names. */
public enum JdbcSideName {
  /** Each client sends interactive statements on a plain connection. */
  NOBATCH,
  /** Each client calls functions on a plain connection. */
  NOBATCH_PROCEDURE,
  /** Clients use plain connections, with a limit on the number of concurrent transactions. */
  CAP,
  /**
   * The scheduler, without knowledge of rows, distributes batches over connections in the order of
   * arrival.
   */
  BATCH,
  /** The scheduler knows the rows of each transaction. */
  REORDER,
  /**
   * This side is {@link #REORDER} with a thread for each client, which waits for the client's
   * transactions.
   */
  REORDER_THREADS,
  /** This side is {@link #REORDER} with early release. */
  EARLY_RELEASE,
  /**
   * This side is {@link #REORDER}, where transactions share a database transaction; function calls
   * also share a round trip.
   */
  JOINED,
  /** This side is {@link #JOINED} with early release. */
  JOINED_EARLY_RELEASE,
  /** The application of {@link #NOBATCH} uses connections of the drop-in driver. */
  DROP_IN,
  /** This side is {@link #DROP_IN} with scheduling switched off. */
  PASS_THROUGH;

  /** Returns whether the side limits the number of concurrent transactions. */
  boolean hasLimit() {
    return switch (this) {
      case NOBATCH, NOBATCH_PROCEDURE, PASS_THROUGH -> false;
      default -> true;
    };
  }

  /** Returns whether each client has a thread, and on most such sides a connection. */
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
