package dev.yardmaster.benchmarks.backend;

import java.util.Locale;

/** The back ends that can run a workload. */
public enum BackEndName {
  /** The embedded pipeline, which tunes itself. */
  PIPELINE,
  /** A Yardmaster server in a separate process, through the client SDK. */
  SERVER,
  /** The in-process engine as a service. */
  ENGINE,
  /** PostgreSQL at SERIALIZABLE, with a table of keys and values for each table. */
  JDBC;

  /** Returns the name on command lines and in reports: lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
