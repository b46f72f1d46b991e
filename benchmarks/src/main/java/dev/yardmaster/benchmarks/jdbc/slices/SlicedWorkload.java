package dev.yardmaster.benchmarks.jdbc.slices;

import java.util.Locale;

/** The workloads that the sides are compared with. */
public enum SlicedWorkload {
  /** The bank, with one statement for each round trip. */
  SMALLBANK,
  /** Transactions of four requests for records, of which half are updates. */
  YCSB;

  /** Returns the name on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
