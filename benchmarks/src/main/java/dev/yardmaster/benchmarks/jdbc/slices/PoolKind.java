package dev.yardmaster.benchmarks.jdbc.slices;

import java.util.Locale;

/** The connection pool between the clients and the driver. */
public enum PoolKind {
  /** There is no pool. Each client keeps its connection. */
  NONE,
  /** There is a HikariCP pool above the driver. Each attempt borrows a connection. */
  HIKARI;

  /** Returns the name on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
