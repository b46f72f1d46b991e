package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/** Receives the initial data. An instance is for use by one thread. */
@FunctionalInterface
public interface RecordSink {

  /** Adds a record. The caller reuses the row for the next record. */
  void load(Table table, long key, Row row);
}
