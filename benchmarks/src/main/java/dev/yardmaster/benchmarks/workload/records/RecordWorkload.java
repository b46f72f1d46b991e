package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.Database;

/**
 * The workload of a benchmark over records. Immutable, so that every protocol runs the same
 * transactions.
 */
public interface RecordWorkload {

  /** Returns the name on command lines and in reports. */
  String name();

  /** Returns what is drawn and the size of the data, in one line for readers of a report. */
  String description();

  /** Makes the empty tables and the state of one run on them. */
  RecordRun create(Database database);
}
