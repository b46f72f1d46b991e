package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.Database;

/** What a benchmark runs over records. Immutable, so that every protocol meets the same. */
public interface RecordWorkload {

  /** The name on command lines and in reports. */
  String name();

  /** What is drawn and how large the data is, in one line for a report's reader. */
  String description();

  /** Makes the tables, which are empty then, and begins the bookkeeping of one run on them. */
  RecordRun create(Database database);
}
