package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.Database;

/**
 * The workload of a benchmark over records. Instances are immutable, so every protocol runs the
 * same transactions.
 */
public interface RecordWorkload {

  /** Returns the name on command lines and in reports. */
  String name();

  /** Returns one line for reports that describes the transactions and the size of the data. */
  String description();

  /** Creates the empty tables and the state of one run on these tables. */
  RecordRun create(Database database);
}
